// The hooks that a definition may have. What is told of their calls names them by their places in this list. Data only.

export const REQUIRED_HOOKS = ['init', 'agents', 'turn', 'observe', 'legalActions', 'step', 'prompt', 'parse', 'format'] as const

export const HOOKS: readonly string[] = [
  ...REQUIRED_HOOKS,
  ...['illegalAction', 'redrawHidden', 'accountRewards', 'demonstrate', 'readTask', 'splitOf', 'view', 'pictures'],
]
