// A board with stones as objects: a slab of wood, lens-shaped stones, one light that casts their shadows. Seen from straight above, so that
// its points lie where the drawing and the grid of cells have them. Draws when it is told to. Knows scenes and three; no page.

import {
  CanvasTexture,
  DirectionalLight,
  ExtrudeGeometry,
  HemisphereLight,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  PCFSoftShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  ShadowMaterial,
  Shape,
  SphereGeometry,
  SRGBColorSpace,
  WebGLRenderer,
} from 'three'
import type { GridScene } from '../../../src/environments/scene.ts'
import { paintWood, type WoodColours } from './wood.ts'

export interface StoneColours extends WoodColours {
  readonly first: string
  readonly second: string
}

export interface Region {
  /** In cells, from the board's top left corner. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface StoneStage {
  /** Builds the board and lets the GPU compile what it is drawn with, so that the first drawing waits for neither. */
  prepare(scene: Pick<GridScene, 'rows' | 'columns' | 'pieces'>, colours: StoneColours): Promise<void>
  draw(scene: Pick<GridScene, 'rows' | 'columns' | 'pieces'>, colours: StoneColours): void
  /** In pixels of the page, and device pixels a pixel. */
  resize(width: number, height: number, ratio: number): void
  dispose(): void
}

/** In cells. */
const STONE = { radius: 0.455, flatness: 0.44 } as const
const SLAB = { depth: 0.42, bevel: 0.07, corner: 0.14 } as const
/** How far above the board one looks from, in heights of what is seen: far enough that stones stand straight. */
const EYE = 3.2
/** Pixels along a side of the map of shadows; a processor that plays the GPU is spared. */
const SHADOW = { fine: 1024, spare: 512 } as const
/** Pixels of the wood's picture a cell. */
const GRAIN = 128

/** Null where the browser lends no WebGL. `lost`: it was lent and is taken back. */
export function createStoneStage(canvas: HTMLCanvasElement, region: Region, lost: () => void): StoneStage | null {
  // Asked here first: three would complain in the console.
  const context = canvas.getContext('webgl2', { antialias: true, alpha: true, powerPreference: 'low-power' })
  if (context === null) return null
  const renderer = new WebGLRenderer({ canvas, context, antialias: true, alpha: true })
  // Its programs are known to be right; asking would wait for the GPU.
  renderer.debug.checkShaderErrors = false
  const spare = isSoftware(context)
  renderer.shadowMap.enabled = true
  renderer.shadowMap.type = PCFSoftShadowMap
  renderer.shadowMap.autoUpdate = false
  const onLost = (event: Event): void => {
    event.preventDefault()
    lost()
  }
  canvas.addEventListener('webglcontextlost', onLost)
  const camera = cameraOver(region)
  let world = emptyWorld()
  let known = ''

  const place = (board: Pick<GridScene, 'rows' | 'columns' | 'pieces'>, colours: StoneColours): void => {
    const key = JSON.stringify([board.rows, board.columns, colours])
    if (key !== known) {
      world.dispose()
      world = buildWorld(board, colours, spare ? SHADOW.spare : SHADOW.fine)
    }
    known = key
    world.place(board)
  }
  return {
    async prepare(board, colours) {
      place(board, colours)
      await renderer.compileAsync(world.scene, camera)
    },
    draw(board, colours) {
      place(board, colours)
      renderer.shadowMap.needsUpdate = true
      renderer.render(world.scene, camera)
    },
    resize(width, height, ratio) {
      renderer.setPixelRatio(spare ? 1 : ratio)
      renderer.setSize(width, height, false)
    },
    dispose() {
      canvas.removeEventListener('webglcontextlost', onLost)
      world.dispose()
      renderer.dispose()
      renderer.forceContextLoss()
    },
  }
}

function isSoftware(context: WebGL2RenderingContext): boolean {
  const info = context.getExtension('WEBGL_debug_renderer_info')
  const name: unknown = context.getParameter(info === null ? context.RENDERER : info.UNMASKED_RENDERER_WEBGL)
  return /swiftshader|llvmpipe|software|basic render/i.test(String(name))
}

/** Straight above the middle of the region; what lies on the board's face is seen without distortion. */
function cameraOver({ left, top, width, height }: Region): PerspectiveCamera {
  const distance = EYE * Math.max(width, height)
  const camera = new PerspectiveCamera((2 * Math.atan(height / 2 / distance) * 180) / Math.PI, width / height, 0.1, 2 * distance)
  camera.position.set(left + width / 2, -(top + height / 2), distance)
  return camera
}

interface World {
  readonly scene: Scene
  place(board: Pick<GridScene, 'columns' | 'pieces'>): void
  dispose(): void
}

const emptyWorld = (): World => ({ scene: new Scene(), place: () => undefined, dispose: () => undefined })

function buildWorld({ rows, columns }: Pick<GridScene, 'rows' | 'columns'>, colours: StoneColours, shadow: number): World {
  const scene = new Scene()
  const wood = new CanvasTexture(paintWood(rows, columns, GRAIN, colours))
  wood.colorSpace = SRGBColorSpace
  wood.anisotropy = 4
  // The slab's own coordinates are cells.
  wood.repeat.set(1 / columns, 1 / rows)
  wood.offset.set(0, 1)
  const face = new MeshStandardMaterial({ map: wood, roughness: 0.72 })
  const edge = new MeshStandardMaterial({ color: colours.ground, roughness: 0.8 })
  const slab = new Mesh(slabGeometry(rows, columns), [face, edge])
  slab.receiveShadow = true
  slab.castShadow = true
  const desk = new Mesh(new PlaneGeometry(4 * columns, 4 * rows), new ShadowMaterial({ opacity: 0.22 }))
  desk.position.set(columns / 2, -rows / 2, -SLAB.depth)
  desk.receiveShadow = true
  const geometry = new SphereGeometry(STONE.radius, 40, 24)
  const materials = [
    new MeshPhysicalMaterial({ color: colours.first, roughness: 0.42, clearcoat: 0.35, clearcoatRoughness: 0.3 }),
    new MeshPhysicalMaterial({ color: colours.second, roughness: 0.3, clearcoat: 0.6, clearcoatRoughness: 0.2 }),
  ]
  const stones = materials.map((material) => {
    const mesh = new InstancedMesh(geometry, material, rows * columns)
    mesh.castShadow = true
    mesh.receiveShadow = true
    mesh.frustumCulled = false
    return mesh
  })
  scene.add(slab, desk, ...stones, new HemisphereLight('#ffffff', '#b9a888', 1.7), sunOver(rows, columns, shadow))
  const matrix = new Matrix4()
  return {
    scene,
    place({ columns: across, pieces }) {
      for (const [tone, mesh] of stones.entries()) {
        const own = pieces.filter((piece) => piece.kind === 'stone' && piece.tone === tone)
        for (const [index, { cell }] of own.entries()) {
          matrix.makeScale(1, 1, STONE.flatness)
          matrix.setPosition((cell % across) + 0.5, -(Math.floor(cell / across) + 0.5), STONE.radius * STONE.flatness)
          mesh.setMatrixAt(index, matrix)
        }
        mesh.count = own.length
        mesh.instanceMatrix.needsUpdate = true
      }
    },
    dispose() {
      wood.dispose()
      slab.geometry.dispose()
      desk.geometry.dispose()
      desk.material.dispose()
      geometry.dispose()
      for (const material of [face, edge, ...materials]) material.dispose()
      for (const mesh of stones) mesh.dispose()
    },
  }
}

/** From the upper left, as on everything else that is drawn with a shadow. */
function sunOver(rows: number, columns: number, shadow: number): DirectionalLight {
  const size = Math.max(rows, columns)
  const sun = new DirectionalLight('#fff6e8', 2.1)
  sun.position.set(columns / 2 - 0.55 * size, -rows / 2 + 0.75 * size, 1.5 * size)
  sun.target.position.set(columns / 2, -rows / 2, 0)
  sun.target.updateMatrixWorld()
  sun.castShadow = true
  sun.shadow.mapSize.set(shadow, shadow)
  sun.shadow.radius = 3
  sun.shadow.bias = -0.0006
  sun.shadow.normalBias = 0.02
  const reach = 0.78 * size
  Object.assign(sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1, far: 4 * size })
  sun.shadow.camera.updateProjectionMatrix()
  return sun
}

/** Its face is the plane z = 0, from (0, 0) to (columns, −rows); edges and corners are rounded a little. */
function slabGeometry(rows: number, columns: number): ExtrudeGeometry {
  const { depth, bevel, corner } = SLAB
  const [left, right, top, bottom] = [bevel, columns - bevel, -bevel, -rows + bevel]
  const shape = new Shape()
  shape.moveTo(left + corner, top)
  shape.lineTo(right - corner, top)
  shape.quadraticCurveTo(right, top, right, top - corner)
  shape.lineTo(right, bottom + corner)
  shape.quadraticCurveTo(right, bottom, right - corner, bottom)
  shape.lineTo(left + corner, bottom)
  shape.quadraticCurveTo(left, bottom, left, bottom + corner)
  shape.lineTo(left, top - corner)
  shape.quadraticCurveTo(left, top, left + corner, top)
  const geometry = new ExtrudeGeometry(shape, { depth: depth - bevel, bevelEnabled: true, bevelSize: bevel, bevelThickness: bevel, bevelSegments: 4 })
  return geometry.translate(0, 0, -depth)
}
