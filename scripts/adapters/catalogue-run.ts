// The bench `catalogue` as the page runs it: starts the worker, and meanwhile watches how soon the worker answers and how evenly the
// page itself ticks.

import { type CatalogueInput, type CatalogueReport, type CatalogueWork, spreadOf } from './catalogue-plan.ts'

type Told =
  | { readonly kind: 'pong' }
  | { readonly kind: 'line'; readonly line: string }
  | { readonly kind: 'done'; readonly report: CatalogueWork }
  | { readonly kind: 'failed'; readonly message: string }

const PING_EVERY = 50
const TICK_EVERY = 16

export async function catalogue(input: CatalogueInput, tell: (line: string) => void): Promise<CatalogueReport> {
  const worker = new Worker(new URL('catalogue-worker.js', location.href), { type: 'module' })
  const [answers, ticks]: [number[], number[]] = [[], []]
  let asked: number | null = null
  let ticked = performance.now()
  const pinging = setInterval(() => {
    if (asked !== null) return
    asked = performance.now()
    worker.postMessage('ping')
  }, PING_EVERY)
  const ticking = setInterval(() => {
    const now = performance.now()
    ticks.push(now - ticked)
    ticked = now
  }, TICK_EVERY)
  try {
    const work = await new Promise<CatalogueWork>((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message))
      worker.onmessage = ({ data }: MessageEvent<Told>) => {
        if (data.kind === 'done') resolve(data.report)
        else if (data.kind === 'failed') reject(new Error(data.message))
        else if (data.kind === 'line') tell(data.line)
        else if (asked !== null) {
          answers.push(performance.now() - asked)
          asked = null
        }
      }
      worker.postMessage(input)
    })
    return { ...work, answer: spreadOf(answers), tick: spreadOf(ticks) }
  } finally {
    clearInterval(pinging)
    clearInterval(ticking)
    worker.terminate()
  }
}
