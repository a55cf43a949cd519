// Rows read one number at a time: any width. Its twin lanes_4.wgsl reads four where the width allows it.
alias Item = f32;
const LANES = 1u;

fn total(item: Item) -> f32 {
  return item;
}
