// Circles in a directed graph: one shortest circle for every strongly connected knot, found with Tarjan's
// algorithm and a breadth-first walk. Knows nothing of files.

type Graph = ReadonlyMap<string, readonly string[]>

/** The knots: sets of nodes that all reach each other, and single nodes that point at themselves. */
function knots(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const open = new Set<string>()
  const found: string[][] = []
  const visit = (node: string): void => {
    const index = order.size
    order.set(node, index)
    low.set(node, index)
    stack.push(node)
    open.add(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (open.has(next)) low.set(node, Math.min(low.get(node) ?? index, low.get(next) ?? index))
    }
    if (low.get(node) !== index) return
    const knot = stack.splice(stack.indexOf(node))
    for (const member of knot) open.delete(member)
    if (knot.length > 1 || (graph.get(node) ?? []).includes(node)) found.push(knot)
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found
}

/** The shortest way from a node back to itself inside its knot. */
function shortestCircle(graph: Graph, knot: readonly string[]): string[] {
  const start = [...knot].sort()[0] ?? ''
  const members = new Set(knot)
  const from = new Map<string, string>()
  const queue = [start]
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) {
        const path = [node]
        for (let back = from.get(node); back !== undefined; back = from.get(back)) path.unshift(back)
        return path
      }
      if (!members.has(next) || from.has(next)) continue
      from.set(next, node)
      queue.push(next)
    }
  }
  return [...knot]
}

export function findCycles(graph: Graph): string[][] {
  return knots(graph).map((knot) => shortestCircle(graph, knot))
}
