import { describe, expect, it } from 'vitest'
import { FAULT_NAMES } from '../coordinator/faults/fault.ts'
import { contrastCoordinators } from './contrast-coordinators.ts'

const HARVEST = { id: 'harvest-v1', config: {} }
const KUHN = { id: 'kuhn-v1', config: {} }

describe('two coordinators, one seed', () => {
  it.each(FAULT_NAMES)('shows %s: the auditor names it where it showed, and finds nothing under the sound coordinator', async (fault) => {
    // Whose turn it is matters where agents take turns; all see the same where all move at once.
    const environment = fault === 'leaked_observation' || fault === 'double_move' || fault === 'no_turn_barrier' ? KUHN : HARVEST
    const { sound, faulty, showed } = await contrastCoordinators({ environment, fault, seed: 3, episodes: 12 })
    expect(sound.violations).toEqual([])
    expect(sound.checksHeld).toBeGreaterThan(0)
    expect(showed.length).toBeGreaterThan(0)
    expect(new Set(faulty.violations.filter(({ name }) => name === fault).map(({ episode }) => episode))).toEqual(new Set(showed))
  })

  it('plays alike until the fault shows, and the same again from the same seed', async () => {
    const request = { environment: { id: 'tictactoe-v1', config: { opponent: 'none' } }, fault: 'double_move', seed: 5, episodes: 8 } as const
    const { sound, faulty, showed } = await contrastCoordinators(request)
    const [episode] = showed
    const first = Math.min(...faulty.violations.filter((one) => one.episode === episode).map(({ turn }) => turn))
    const played = ({ turns }: typeof sound) => turns.turns.filter((one) => one.episode === episode).map(({ agent, action }) => `${agent} ${action}`)
    expect(played(faulty).slice(0, first)).toEqual(played(sound).slice(0, first))
    expect(played(faulty)).not.toEqual(played(sound))
    expect(await contrastCoordinators(request)).toEqual({ title: 'Tic-tac-toe', sound, faulty, showed })
  })

  it('sees a state before the first wave and one after every wave that was played', async () => {
    const { sound } = await contrastCoordinators({
      environment: { id: 'tictactoe-v1', config: { opponent: 'none' } },
      fault: 'double_move',
      seed: 1,
      episodes: 2,
    })
    for (const episode of [0, 1]) {
      const waves = new Set(sound.turns.turns.filter((one) => one.episode === episode).map(({ wave }) => wave)).size
      expect(sound.scenes[episode]).toHaveLength(waves + 1)
    }
  })
})
