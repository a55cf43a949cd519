// Bundles of the first format, as files in bundles/, and what they hold. They lie in other people's folders: every later version
// opens them, and none is ever changed or taken away; later formats add theirs. Data only.

export interface GoldenBundle {
  /** Its file is bundles/NAME.tokenloom. */
  readonly name: string
  readonly run: string
  readonly preset: string
  readonly digest: string
  readonly events: number
  /** Of the policy, all steps together. */
  readonly tokenSteps: readonly number[]
  readonly turnSteps: readonly number[]
  readonly files: readonly string[]
  readonly final: number
  readonly violations: number
}

const ADAPTER = ['adapter_config.json', 'adapter_model.safetensors']

export const GOLDEN_BUNDLES: readonly GoldenBundle[] = [
  {
    name: 'sums-with-control',
    run: 'rd021c743743',
    preset: 'arithmetic',
    digest: 'd381a1f472a560fc40dbb0c276a241effc53006b51e7b6dec5a79f872894c4fb',
    events: 64,
    tokenSteps: [1, 2, 3],
    turnSteps: [1, 2, 3],
    files: ADAPTER,
    final: 0.5625,
    violations: 0,
  },
  {
    name: 'games-with-a-faulty-coordinator',
    run: 'r9cf962c76b2',
    preset: 'tictactoe',
    digest: '2b8808aa6d402e1d23a691ee8ad6202b30249049d16eba5c5769b830ff12bb48',
    events: 56,
    tokenSteps: [1, 2],
    turnSteps: [1, 2],
    files: ADAPTER,
    final: 0.1875,
    violations: 37,
  },
  {
    name: 'three-agents',
    run: 'r4474a54615d',
    preset: 'harvest-3',
    digest: '62a28b39e6bf974513267f59ee46574ce6d4894b126b3b45980cb35fc9b6f41f',
    events: 72,
    tokenSteps: [1, 2],
    turnSteps: [1, 2],
    files: [...ADAPTER, ...ADAPTER.map((name) => `blue.${name}`), ...ADAPTER.map((name) => `green.${name}`)],
    final: 0.25000000000000006,
    violations: 0,
  },
]
