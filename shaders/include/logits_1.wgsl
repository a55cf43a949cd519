// Logits of one row in groups of four consecutive columns: y = logit · inverse temperature, columns past the row
// LOWEST, whose exponential is zero. This is the variant for chunks whose width is no multiple of 4.
// Needs params.width and `logits: array<Item>`.
alias Item = f32;
const LOWEST = -3.4e38;

fn logitsAt(row: u32, column: u32, inverseTemperature: f32) -> vec4f {
  let at = row * params.width + column;
  var y = vec4f(LOWEST);
  y.x = logits[at] * inverseTemperature;
  if (column + 1u < params.width) {
    y.y = logits[at + 1u] * inverseTemperature;
  }
  if (column + 2u < params.width) {
    y.z = logits[at + 2u] * inverseTemperature;
  }
  if (column + 3u < params.width) {
    y.w = logits[at + 3u] * inverseTemperature;
  }
  return y;
}
