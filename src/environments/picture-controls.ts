// An environment whose pictures tell nothing of the problem: blank ones, or those of another problem of the same part. Questions,
// answers and rewards stay what they are, so whatever a policy still earns it earns without seeing. Knows no policy.

import type { Json } from '../base/json.ts'
import { PICTURE_MARK } from '../base/picture-mark.ts'
import { createRng, type Rng } from '../base/random.ts'
import type { AgentId, EnvironmentDefinition } from './contract.ts'
import { type Picture, pictureOf } from './picture.ts'

export type PictureControl = 'blank' | 'shuffled-pictures'

/** The same pictures, all black. */
const blankPicture = ({ width, height, channels }: Picture): Picture => pictureOf(width, height, channels, new Uint8Array(width * height * channels))

export function withPictureControl(definition: EnvironmentDefinition, control: PictureControl): EnvironmentDefinition {
  if (definition.pictures === undefined) return definition
  return control === 'blank' ? withBlankPictures(definition) : withOtherPictures(definition)
}

function withBlankPictures(definition: EnvironmentDefinition): EnvironmentDefinition {
  return { ...definition, pictures: (observation, agent) => picturesOf(definition, observation, agent).map(blankPicture) }
}

const picturesOf = ({ pictures }: EnvironmentDefinition, observation: Json, agent: AgentId): readonly Picture[] => pictures?.(observation, agent) ?? []

/** A state with the start of the other problem beside it. Within this module alone. */
type Pair = { readonly own: Json; readonly other: Json }
type SeenPair = { readonly own: Json; readonly shown: readonly Picture[] }

// Both are made here and come back unchanged: nobody else reads them.
const pairOf = (state: Json): Pair => state as Pair
const seenOf = (observation: Json): SeenPair => observation as SeenPair

/** Draws another problem until its question is of the same kind, so that nothing but the picture is wrong. */
const TRIES = 64

function otherStart(definition: EnvironmentDefinition, own: Json, config: Json, split: Parameters<EnvironmentDefinition['init']>[1], rng: Rng): Json {
  const agent = definition.turn(own)[0]
  const asks = (state: Json): string => (agent === undefined ? '' : definition.prompt(definition.observe(state, agent), agent))
  let other = own
  for (let item = 0; item < TRIES; item++) {
    other = definition.init(config, split, createRng([rng.uint32(), rng.uint32()], item))
    if (asks(other) === asks(own)) return other
  }
  return other
}

function withOtherPictures(definition: EnvironmentDefinition): EnvironmentDefinition {
  const { illegalAction, redrawHidden, accountRewards, demonstrate, splitOf, view, metricsAtStart, readTask: _, ...rest } = definition
  const inner = (state: Json): Json => pairOf(state).own
  return {
    ...rest,
    ...(illegalAction === undefined ? {} : { illegalAction }),
    init(config, split, rng) {
      // The problem itself is drawn first, from the same numbers as ever: it is the one that the other arms play.
      const own = definition.init(config, split, rng)
      return { own, other: otherStart(definition, own, config, split, rng) }
    },
    agents: (state) => definition.agents(inner(state)),
    turn: (state) => definition.turn(inner(state)),
    observe(state, agent) {
      const { own, other } = pairOf(state)
      const observation = definition.observe(own, agent)
      const marks = definition.prompt(observation, agent).split(PICTURE_MARK).length - 1
      const pictures = picturesOf(definition, definition.observe(other, agent), agent)
      const fallback = picturesOf(definition, observation, agent).map(blankPicture)
      const shown = Array.from({ length: marks }, (_, index) => pictures[index % Math.max(1, pictures.length)] ?? fallback[index])
      return { own: observation, shown: shown.filter((picture) => picture !== undefined) }
    },
    legalActions: (state, agent) => definition.legalActions(inner(state), agent),
    step(state, actions, rng) {
      const { own, other } = pairOf(state)
      const transition = definition.step(own, actions, rng)
      return { ...transition, state: { own: transition.state, other } }
    },
    prompt: (observation, agent) => definition.prompt(seenOf(observation).own, agent),
    pictures: (observation) => seenOf(observation).shown,
    parse: (text, observation) => definition.parse(text, seenOf(observation).own),
    ...(redrawHidden === undefined
      ? {}
      : { redrawHidden: (state, agent, rng) => ({ own: redrawHidden(inner(state), agent, rng), other: pairOf(state).other }) }),
    ...(accountRewards === undefined ? {} : { accountRewards: (before, after) => accountRewards(inner(before), inner(after)) }),
    ...(demonstrate === undefined ? {} : { demonstrate: (state, agent) => demonstrate(inner(state), agent) }),
    ...(splitOf === undefined ? {} : { splitOf: (state) => splitOf(inner(state)) }),
    ...(metricsAtStart === undefined ? {} : { metricsAtStart: (state) => metricsAtStart(inner(state)) }),
    ...(view === undefined ? {} : { view: (state) => view(inner(state)) }),
  }
}
