// Rows read four numbers at a time: widths that are multiples of 4. A sum runs in four chains, column c in chain
// c mod 4, which total() adds in a fixed order: the order of summation depends on the width alone.
alias Item = vec4f;
const LANES = 4u;

fn total(item: Item) -> f32 {
  return (item.x + item.y) + (item.z + item.w);
}
