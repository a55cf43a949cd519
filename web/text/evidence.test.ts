import { expect, it } from 'vitest'
import { rewardSentence } from './evidence.ts'

it('what rewards added to imitation comes with its interval, and is no change where that holds none', () => {
  expect(rewardSentence({ step: 12, imitated: 0.5, difference: 0.4, halfWidth: 0.03 })).toBe(
    'Imitation alone reached 0.50, at step 12. Rewards then changed that by +0.40 ± 0.03.',
  )
  expect(rewardSentence({ step: 30, imitated: 0.94, difference: 0.01, halfWidth: 0.06 })).toMatch(
    /What rewards changed then is within chance: \+0\.01 ± 0\.06\.$/,
  )
})
