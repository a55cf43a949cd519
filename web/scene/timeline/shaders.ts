// The shaders of the timeline: four corners are a rectangle between two times and two heights. Times come as the sum of two
// floats, so that a run of hours can be looked at token by token. There are two pairs: a plain one for what is small or straight, and one
// with rounded edges, smoothed by their distance. Software renderers pay for every pixel, so most pixels get the plain one.

/** How a rectangle is filled; the numbers stand in both languages. */
export const FILL = { solid: 0, hatch: 1, turn: 2, line: 3, mark: 4, outline: 5, dots: 6 } as const

/** Colours that one frame may use. */
export const MOST_COLOURS = 24
/** A look packs colour, fill, line style and whether the turn was refused into one whole number that a float holds. */
export const packLook = (colour: number, fill: number, dash = 0, struck = false): number => colour + 32 * (fill + 8 * (dash + 8 * (struck ? 1 : 0)))

export const VERTEX = /* glsl */ `
precision highp float;
in vec4 span;          // from (high, low), to (high, low), milliseconds
in vec4 place;         // top, height, look, tokens
uniform vec4 camera;   // first time on view (high, low), pixels a millisecond, pixels across
uniform vec3 sheet;    // scrolled by, height, pixels of the device a pixel
uniform vec4 palette[${MOST_COLOURS}];
flat out vec4 ink;
#ifndef PLAIN
flat out vec4 box;     // left, right, top, bottom in pixels of the drawing, clamped to what is near the view
flat out vec2 whole;   // left and width before clamping
flat out float tokens;
flat out ivec2 look;   // fill, struck
flat out vec2 dash;    // on, and on and off together
out vec2 here;
const vec2 DASHES[8] = vec2[8](vec2(1.0, 1.0), vec2(5.0, 7.0), vec2(2.0, 4.0), vec2(7.0, 10.0), vec2(1.0, 4.0), vec2(9.0, 12.0), vec2(4.0, 5.0), vec2(3.0, 8.0));
#endif

void main() {
  vec2 corner = vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1);
  int packed = int(place.z + 0.5);
  int fill = (packed / 32) % 8;
  ink = palette[packed % 32];
  float left = ((span.x - camera.x) + (span.y - camera.y)) * camera.z;
  float right = ((span.z - camera.x) + (span.w - camera.y)) * camera.z;
  float top = place.x - sheet.x;
  float bottom = top + place.y;
#ifndef PLAIN
  whole = vec2(left, right - left);
  tokens = place.w;
  look = ivec2(fill, packed / 2048);
  dash = DASHES[(packed / 256) % 8];
#endif
  float middle = 0.5 * (left + right);
  if (fill == ${FILL.mark}) { left = middle - 5.5; right = middle + 5.5; }
  // What is shorter than a pixel is still seen.
  float least = fill == ${FILL.line} ? 1.0 : 1.2;
  if (right - left < least) { left = middle - 0.5 * least; right = left + least; }
  if (fill == ${FILL.line}) { left = floor(left * sheet.z + 0.5) / sheet.z; right = left + max(place.w, 1.0 / sheet.z); }
  if (fill == ${FILL.outline}) { left -= 2.0; right += 2.0; top -= 2.0; bottom += 2.0; }
  bool seen = right >= -1.0 && left <= camera.w + 1.0 && bottom >= -1.0 && top <= sheet.y + 1.0;
  left = max(left, -8.0);
  right = min(right, camera.w + 8.0);
#ifdef PLAIN
  if (fill == ${FILL.turn}) ink *= 0.85;
  vec2 at = vec2(mix(left, right, corner.x), mix(top, bottom, corner.y));
#else
  box = vec4(left, right, top, bottom);
  here = vec2(mix(left - 1.0, right + 1.0, corner.x), mix(top - 1.0, bottom + 1.0, corner.y));
  vec2 at = here;
#endif
  vec2 clip = vec2(at.x / camera.w, 1.0 - at.y / sheet.y) * 2.0 - 1.0;
  gl_Position = seen ? vec4(clip, 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
`

export const FRAGMENT = /* glsl */ `
precision highp float;
flat in vec4 box;
flat in vec2 whole;
flat in float tokens;
flat in ivec2 look;
flat in vec2 dash;
flat in vec4 ink;
in vec2 here;
uniform vec3 sheet;
uniform vec4 struckColour;
out vec4 colour;

/** Below zero inside. */
float rounded(vec2 from, vec2 halves, float radius) {
  vec2 q = abs(from) - halves + radius;
  return min(max(q.x, q.y), 0.0) + length(max(q, 0.0)) - radius;
}

void main() {
  vec2 size = box.yw - box.xz;
  vec2 from = here - 0.5 * (box.xz + box.yw);
  bool tall = size.y > 9.0;
  float radius = look.x == ${FILL.line} || !tall ? 0.0 : min(3.0, 0.35 * size.x);
  float distance = rounded(from, 0.5 * size, radius);
  float pixel = 1.0 / sheet.z;
  float inside = clamp(0.5 - distance / pixel, 0.0, 1.0);
  vec4 tint = ink;
  float strength = 1.0;
  float along = here.x - whole.x;
  if (look.x == ${FILL.hatch}) {
    float stripe = mod(here.x + here.y + sheet.x, 7.0);
    strength = stripe < 2.2 ? 1.0 : 0.42;
  } else if (look.x == ${FILL.dots}) {
    strength = distance > -1.2 && mod(here.x + here.y, 4.0) < 2.0 ? 1.0 : 0.3;
  } else if (look.x == ${FILL.turn}) {
    strength = tall ? 0.3 : 0.85;
    float edge = clamp(1.4 + distance / pixel * pixel, 0.0, 1.0);
    float on = mod(here.x + here.y, dash.y) < dash.x ? 1.0 : 0.25;
    if (tall && size.x > 3.0) strength = mix(strength, on, edge);
    float cell = whole.y / max(tokens, 1.0);
    // Tokens in equal parts of the turn: when each came is not measured.
    if (cell >= 4.0 && mod(along, cell) < 1.0 && along > 1.0) strength = max(strength, tall ? 0.75 : 0.2);
    if (look.y == 1) {
      float slant = abs((here.x - box.x) / size.x - (box.w - here.y) / size.y) * min(size.x, size.y);
      if (slant < 1.2) { tint = struckColour; strength = 1.0; }
    }
  } else if (look.x == ${FILL.mark}) {
    float share = (here.y - box.z) / size.y;
    float reach = 5.5 * (1.0 - share);
    inside = share < 0.0 || share > 1.0 ? 0.0 : clamp((reach - abs(from.x)) / pixel + 0.5, 0.0, 1.0);
  } else if (look.x == ${FILL.outline}) {
    inside *= clamp((distance + 2.0) / pixel + 0.5, 0.0, 1.0);
  }
  float alpha = inside * strength * tint.a;
  if (alpha <= 0.0) discard;
  colour = vec4(tint.rgb * alpha, alpha);
}
`

/** Colours come multiplied by their own alpha. */
export const PLAIN_FRAGMENT = /* glsl */ `
precision highp float;
flat in vec4 ink;
out vec4 colour;

void main() {
  colour = ink;
}
`
