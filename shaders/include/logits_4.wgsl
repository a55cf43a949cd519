// Logits of one row in groups of four consecutive columns: y = logit · inverse temperature. This is the variant for
// chunks whose width is a multiple of 4. Needs params.width and `logits: array<Item>`.
alias Item = vec4f;
const LOWEST = -3.4e38;

fn logitsAt(row: u32, column: u32, inverseTemperature: f32) -> vec4f {
  return logits[(row * params.width + column) / 4u] * inverseTemperature;
}
