// Links as every version wrote them, and what they hold. They stand in other people's texts: every later version opens them,
// and none of these lines is ever changed or taken away; later versions add theirs. Data only.

import type { Json } from '../../base/json.ts'

export interface GoldenLink {
  readonly name: string
  readonly link: string
  /** What it holds. Of a run, what its spec states; the rest is its preset's. */
  readonly holds: Json
}

export const GOLDEN_LINKS: readonly GoldenLink[] = [
  {
    name: 'a preset as it is',
    link: '#v=1&k=run&d=GesQ2atWKihKLU4tUbJSSizKLMnITS3JTFbSAYpm5oEEzQyMDC1MEs2UagE',
    holds: { kind: 'run', spec: { preset: 'arithmetic' }, view: {}, digest: null },
  },
  {
    name: 'a seed and a number of steps',
    link: '#v=1&k=run&d=2BtsaRXIMQ6AIBAEwL9sTSMmGvkNnhuhkBDuOsLfhXY6JMXyUhE6lHwQTgc11imbHw61UWkIiC1b-mhZsDSXhZfw2G_xGD8',
    holds: { kind: 'run', spec: { preset: 'arithmetic', seed: 7, steps: 12 }, view: {}, digest: null },
  },
  {
    name: 'many settings, controls among them',
    link: '#v=1&k=run&d=7cEwBR2NOw7DIBBE77I1sojlL8dIG6Ug9tpGARYtS5PIdw9x9zSjefOF5bBxxwymIkVh8pUfwDauFEBBPsq2eVzhqYCSuOA-yI1Hy9HF_W4FwehG61uvoI49FWkEQ0K2Uvgqx2rBajBdO3fzMLZzfypIjBkFDOwU6F3qVWIX_8E06WV4LQOcPw',
    holds: {
      kind: 'run',
      spec: { preset: 'gomoku', seed: 4294967295, optimizer: { learningRate: 0.0015 }, rollout: { temperature: 0.7 }, controls: ['random', 'shuffled'] },
      view: {},
      digest: null,
    },
  },
  {
    name: 'settings of the environment, and a faulty coordinator',
    link: '#v=1&k=run&d=WUXjGBWMwQ3CMBAEW0H3jviECCnNIMc-zEnkNroc-SC_aIIfXdBAOqES7N9qd2eeFG9BM6801ghYEg0Oo5ESHtOdLzM2po5YNzHozOrHCL1KboTCuV6z7d_9w3b4vV9USkeL8cpeF5foITqaYjHR1vX9cE7TcKLyBw',
    holds: { kind: 'run', spec: { preset: 'tictactoe', coordinator: 'double_move', environment: { config: { note: 'größer ☃' } } }, view: {}, digest: null },
  },
  {
    name: 'a place in the run and its digest',
    link: '#v=1&k=run&d=9aRUApWOSw7DIAxE7-I1ldL82nIbAk5jtQEEVqsq4u413CC78Xsjaw6wm_FPzKAPyIxRwlAUOBLGoKG79sM4zbf7wyzW4Xr2BgUxYcb6yyTibUcme8krN0O-inE289JZJ-hD-K1bTNpFxPAm-xOMkXJwCHpSbSboXgGbRTocXuizdFoAPXal_AE',
    holds: {
      kind: 'run',
      spec: { preset: 'arithmetic-sft', steps: 3 },
      view: { tab: 'tokens', step: 2, arm: 'policy', episode: 5, token: 40 },
      digest: '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    },
  },
  {
    name: 'a place in the recorded run',
    link: '#v=1&k=view&d=uZzDow2MMQ7AIAzE_nIzHejIbyhEAtECCqEdEH9vVtvyAs8KB6bQOFI8PGdJD0kOMHgzfXAL3Ve6tQqJQlE-hDqcPQ3EX8qlFapDhUzWm937Bw',
    holds: { kind: 'view', run: 'recorded-arithmetic', view: { tab: 'tokens', step: 12, panel: 'check', turn: 1 } },
  },
  {
    name: 'a run without a place',
    link: '#v=1&k=view&d=jTUGxKtWKirNU7JSKjIwNDI2MTUzt7BMVNJRKstMLVeyqq6tBQA',
    holds: { kind: 'view', run: 'r0123456789a', view: {} },
  },
  {
    name: 'an episode of two agents',
    link: '#v=1&k=episode&d=to5hsR2NMQ7CMBAEvxJtbQpDd0J8xHERzIGuyJ2ELQsRpcon8r68JE660RQzE4ZUxDSDQsAPDs8roguwhoM_8bDbunQ91Hp099EqPxCjQzJ9ywc0IcufQbfZgbXK13RkLSAUSaUdjC_Vt0xmfoG8n3c',
    holds: {
      kind: 'episode',
      environment: 'tictactoe-v1',
      config: { size: 3 },
      seed: 11,
      actions: [
        ['x', 'b2'],
        ['o', 'a1'],
        ['x', '☃ "no" <move>'],
      ],
    },
  },
  {
    name: 'the source of an environment',
    link: '#v=1&k=environment&d=Uf4urKtWKs4vLUpOVbJSSq0oyC8qUUhJTUsszSlRqI7JU1DITLFSiFHKyEzPSC3SzckvB5JlhjFKOjF5tTF5SjpKJZklOSC9HmAVCvlFCmBFSrUA',
    holds: { kind: 'environment', title: 'Higher or lower', source: 'export default {\n  id: "higher-lower-v1",\n}\n' },
  },
  {
    name: 'a step of a lesson',
    link: '#v=1&k=lesson&d=-PgqUatWykktLs7PU7JSyskvLtbNTSzOVtJRKi5JLVCyMq4FAA',
    holds: { kind: 'lesson', lesson: 'loss-mask', step: 3 },
  },
  {
    name: 'an episode of a run, as the second version writes it',
    link: '#v=2&k=episode&d=aCp_aB2MywqDMBBF_-WuUzA-kOQnui2IC6tTGWhnQpK6Ef_d6OoeDtyzY5ozqyT4YcALBpPFaAY8C77rGy87NxjHMiofXuF3aCBhKdgeBiQbR5UfSYZH5jmXqtJjs-VKgZMuBF93ncEa9R_gG2uQiBZ4V1W9da7u2r6tnLt8-PLdiRMLjhM',
    holds: {
      kind: 'episode',
      environment: 'tictactoe-v1',
      config: { opening: 4 },
      seed: 9007199254740991,
      group: 31,
      episode: 255,
      split: 'train',
      actions: [
        ['X', 'a1'],
        ['O', 'b2'],
        ['X', 'c3'],
      ],
    },
  },
  {
    name: 'settings of several agents, and a turn',
    link: '#v=2&k=run&d=6NTIbkWPzW7DMAyD30XnIHC7X_i4R1iPww5arCXCHMuQ1Q5YkXef0q3p9SMJkmcYJiwjNYhnwJGKtR4TViN1BI0qKhpBdxUzoZaL-AZN8okU3jdRbPrPDcrVbqkqkg_8QxDvNvbnecWSZIYY-t1NkSyHCdXtod8_bNzki8rLMY1kEHchhM4HUoL4tHRQldrKAZVtmsl48P6qXFb4ef880GPaOzoxfa9vqXKT5B1e0IzqZZvhh7uNZ8pc1tt21OJly_IL',
    holds: {
      kind: 'run',
      spec: {
        preset: 'arithmetic',
        seed: 7,
        agents: {
          adapters: 'separate',
          soloShare: 0.25,
          poolSize: 3,
          poolEvery: 5,
          tokenBudget: 1000,
          others: 'script',
          scriptRandom: 0.1,
          learners: ['solver'],
        },
      },
      view: { tab: 'timeline', step: 3, episode: 5, turn: 1 },
      digest: null,
    },
  },
  {
    name: 'a run whose authored source comes with it, in two versions',
    link: '#v=3&k=run&d=PLMi9q1SS27DIBC9isUmm7TiZ4x9ju6aLjAMDkoMESZpJMtn6S16gVys46RSlX1XoMebN_MeMxO7N3GAiXQzgXgJOcURYnm1KfowrKgLQyj4zpftEyM40pGjyQPklwsjz48Zjsk4rHqfifEFMukY35IpnbMFrNPKU-0otVRxK5VivtatVLL1tZLaK1XXVje65p4z6VormdCae2W5YqyxLVk-nhv-Kbu-kX3tQUsuaS-4d1jBlLNSAKeSCuO1YV4wCU3jneey1apvWtNbIRuNRsIYiikhxdepwAlNaJwcAP3WeHlAnGIcpwwTFGxqzmWfMjJWLMQV0kLRlhqB0GO2NQyUPqVcqrlKh2qpfE5jtSnpAPGY0rjZxV2E653hwJvzcWVOJ7AdnsF11WbIt-_b1z3xDQosu3if9_9Et9Vorm_nHKeu4r8dMOpLgM91GVb3-JViS4rp0SVuT8blWJYf',
    holds: {
      kind: 'run',
      spec: {
        preset: 'authored',
        seed: 5,
        steps: 20,
        imitation: { steps: 8 },
        environment: {
          id: 'larger-v1',
          config: { digits: 2 },
          source: '8db74b5fe84240b32fd11716dc43e20403af8a1f314e77fdf24986b79abc3478',
          reloads: [{ after: 12, source: '86f08d00c062c4661f5894649f5648f6655c87852f214d9c413882f6c26117c9' }],
        },
      },
      view: { tab: 'charts', step: 13 },
      digest: null,
      sources: [
        "import { ok } from 'tokenloom'\n\nexport default { spec: { id: 'größer-v1' } }\n",
        "import { ok } from 'tokenloom'\n\nexport default { spec: { id: 'größer-v1', maxTurns: 2 } }\n",
      ],
    },
  },
]
