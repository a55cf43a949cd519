// The timeline with three.js: every kind of thing is one mesh of rectangles, so that a frame is a handful of draw calls whatever there is
// to see. Moving the view changes two uniforms and which part of each mesh is drawn. No text: that is HTML around it.

import {
  BufferAttribute,
  BufferGeometry,
  CustomBlending,
  DoubleSide,
  GLSL3,
  LinearSRGBColorSpace,
  Mesh,
  OneFactor,
  OneMinusSrcAlphaFactor,
  OrthographicCamera,
  RawShaderMaterial,
  Scene,
  Vector3,
  Vector4,
  WebGLRenderer,
} from 'three'
import type { Colours, TimelineDrawing } from './drawing.ts'
import type { Chosen, Layout } from './layout.ts'
import { AGENT_COLOURS, chosenMarks, cursorMarks, layoutMarks, MARK_KINDS, type MarkKind, type Marks, PLAIN_KINDS, seenMarks } from './marks.ts'
import { FRAGMENT, MOST_COLOURS, PLAIN_FRAGMENT, VERTEX } from './shaders.ts'

interface Drawable {
  readonly mesh: Mesh<BufferGeometry, RawShaderMaterial>
  marks: Marks | null
}

/** Null where the browser gives no WebGL 2. `onLost` when the GPU takes it back. */
export function drawWithThree(canvas: HTMLCanvasElement, onLost: () => void): TimelineDrawing | null {
  // Asked here first: three.js would complain in the console.
  const context = canvas.getContext('webgl2', { alpha: true, antialias: false, depth: false, stencil: false, premultipliedAlpha: true })
  if (context === null) return null
  const renderer = new WebGLRenderer({ canvas, context, alpha: true, depth: false, stencil: false, antialias: false })
  renderer.outputColorSpace = LinearSRGBColorSpace // the palette's colours go to the screen as they are
  renderer.sortObjects = false // in the order in which they were added
  renderer.setClearColor(0x000000, 0)
  const lost = (event: Event): void => {
    event.preventDefault()
    onLost()
  }
  canvas.addEventListener('webglcontextlost', lost)

  const uniforms = {
    camera: { value: new Vector4() },
    sheet: { value: new Vector3() },
    palette: { value: Array.from({ length: MOST_COLOURS }, () => new Vector4()) },
    struckColour: { value: new Vector4() },
  }
  const look = {
    ...{ glslVersion: GLSL3, vertexShader: VERTEX, uniforms },
    ...{
      side: DoubleSide,
      transparent: true,
      depthTest: false,
      depthWrite: false,
      blending: CustomBlending,
      blendSrc: OneFactor,
      blendDst: OneMinusSrcAlphaFactor,
    },
  } as const
  const rounded = new RawShaderMaterial({ ...look, fragmentShader: FRAGMENT })
  const plain = new RawShaderMaterial({ ...look, fragmentShader: PLAIN_FRAGMENT, defines: { PLAIN: 1 } })
  const scene = new Scene()
  const drawables = new Map<MarkKind, Drawable>()
  for (const kind of MARK_KINDS) {
    const mesh = new Mesh(new BufferGeometry(), PLAIN_KINDS.has(kind) ? plain : rounded)
    mesh.frustumCulled = false
    mesh.visible = false
    drawables.set(kind, { mesh, marks: null })
    scene.add(mesh)
  }
  const camera = new OrthographicCamera()
  let layout: Layout | null = null
  let size = ''

  const put = (kind: MarkKind, marks: Marks): void => {
    const drawable = drawables.get(kind)
    if (drawable === undefined) return
    drawable.mesh.geometry.dispose()
    drawable.mesh.geometry = geometryOf(marks)
    drawable.marks = marks
  }
  return {
    kind: 'three',
    layOut(next) {
      layout = next
      const marks = layoutMarks(next)
      for (const kind of MARK_KINDS) if (kind !== 'chosen' && kind !== 'cursor') put(kind, marks[kind])
    },
    colour(colours) {
      for (const [index, colour] of paletteOf(colours).entries()) uniforms.palette.value[index]?.set(...numbersOf(colour))
      uniforms.struckColour.value.set(...numbersOf(colours.failed))
    },
    choose(chosen: Chosen | null, cursor: number | null) {
      if (layout === null) return
      put('chosen', chosenMarks(layout, chosen))
      put('cursor', cursorMarks(layout, cursor))
    },
    draw({ window, width, height, top, pinned, pixelRatio }) {
      const wanted = `${width} ${height} ${pixelRatio}`
      if (wanted !== size) {
        size = wanted
        renderer.setPixelRatio(pixelRatio)
        renderer.setSize(width, height, false)
      }
      const high = Math.fround(window.from)
      uniforms.camera.value.set(high, window.from - high, width / (window.to - window.from), width)
      let shapes = 0
      for (const { mesh, marks } of drawables.values()) {
        const [first, end] = marks === null ? [0, 0] : seenMarks(marks, window)
        mesh.visible = end > first
        mesh.geometry.setDrawRange(6 * first, 6 * (end - first))
        shapes += Math.max(0, end - first)
      }
      // What is pinned is a part of its own, drawn as if nothing had been scrolled.
      const parts =
        pinned > 0 && top > 0
          ? [{ from: 0, to: pinned, scrolled: 0 } as const, { from: pinned, to: height, scrolled: top } as const]
          : [{ from: 0, to: height, scrolled: top } as const]
      let drawCalls = 0
      for (const { from, to, scrolled } of parts) {
        uniforms.sheet.value.set(scrolled, height, pixelRatio)
        renderer.setScissorTest(parts.length > 1)
        renderer.setScissor(0, height - to, width, to - from)
        renderer.render(scene, camera)
        drawCalls += renderer.info.render.calls
      }
      return { drawCalls, shapes }
    },
    dispose() {
      canvas.removeEventListener('webglcontextlost', lost)
      for (const { mesh } of drawables.values()) mesh.geometry.dispose()
      rounded.dispose()
      plain.dispose()
      renderer.dispose()
      renderer.forceContextLoss()
    },
  }
}

/** Corners of the two triangles of a rectangle. */
const TRIANGLES = [0, 1, 2, 2, 1, 3]

function geometryOf({ count, spans, places }: Marks): BufferGeometry {
  const geometry = new BufferGeometry()
  const corners = new Uint32Array(6 * count)
  for (let index = 0; index < corners.length; index++) corners[index] = 4 * Math.floor(index / 6) + (TRIANGLES[index % 6] ?? 0)
  geometry.setIndex(new BufferAttribute(corners, 1))
  geometry.setAttribute('span', new BufferAttribute(spans, 4))
  geometry.setAttribute('place', new BufferAttribute(places, 4))
  return geometry
}

/** In the order of COLOUR, then agents. */
function paletteOf(colours: Colours): readonly string[] {
  const { rule, ink, soft, edge, sunken, accent, failed, generating, interacting, agents } = colours
  const own = Array.from({ length: AGENT_COLOURS }, (_, index) => agents[index % Math.max(1, agents.length)] ?? ink)
  return [rule, ink, soft, edge, sunken, accent, failed, generating, interacting, ...own]
}

/** The palette writes colours as #rrggbb or #rrggbbaa. */
function numbersOf(colour: string): [number, number, number, number] {
  const digits = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(colour)
  const value = Number.parseInt(digits?.[1] ?? '808080', 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255, digits?.[2] === undefined ? 1 : Number.parseInt(digits[2], 16) / 255]
}
