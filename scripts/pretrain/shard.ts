// A share of pretraining on a core of its own: a thread with its own CPU engine, weights and moments, that computes
// gradients of the sequences it is given and steps by the gradient that all threads agree on. Both ends of the wire.

import { type MessagePort, parentPort, Worker } from 'node:worker_threads'
import { assert } from '../../src/base/assert.ts'
import { WasmKernels } from '../../src/kernels/wasm/wasm-kernels.ts'
import type { ModelConfig } from '../../src/model/config.ts'
import { FullTrainer, type FullTrainerState, type TrainSequence } from '../../src/model/full-trainer.ts'
import type { AdamParams } from '../../src/service/index.ts'

export interface Share {
  readonly lossSum: number
  /** In the order of the trainer's arena. */
  readonly gradient: Float32Array
}

/** What a thread can be asked; one question at a time. */
interface Questions {
  start: {
    readonly request: { readonly config: ModelConfig; readonly weights: ReadonlyMap<string, Float32Array>; readonly state: FullTrainerState }
    readonly answer: null
  }
  gradient: { readonly request: { readonly sequences: readonly TrainSequence[]; readonly predicted: number }; readonly answer: Share }
  step: { readonly request: { readonly gradient: Float32Array; readonly adam: AdamParams }; readonly answer: number }
  state: { readonly request: null; readonly answer: FullTrainerState }
}
type Question = { [Name in keyof Questions]: { readonly name: Name; readonly request: Questions[Name]['request'] } }[keyof Questions]
type Answer = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string }

/** What leaves with an answer instead of being copied: a share's gradient, which nobody here looks at again. */
function moved(value: Questions[keyof Questions]['answer']): readonly ArrayBuffer[] {
  if (value === null || typeof value === 'number' || !('gradient' in value)) return []
  const { buffer } = value.gradient
  return buffer instanceof ArrayBuffer ? [buffer] : []
}

/** Serves this thread's questions until the thread is ended. */
function serveShard(port: MessagePort): void {
  let trainer: FullTrainer | undefined
  const started = (): FullTrainer => {
    assert(trainer !== undefined, 'the shard was not started')
    return trainer
  }
  const answer = async (question: Question): Promise<Questions[keyof Questions]['answer']> => {
    switch (question.name) {
      case 'start': {
        const { config, weights, state } = question.request
        trainer = new FullTrainer(await WasmKernels.create(), config, weights, config.contextTokens)
        trainer.restore(state)
        return null
      }
      case 'gradient':
        return started().gradient(question.request.sequences, question.request.predicted)
      case 'step':
        return started().apply(question.request.gradient, question.request.adam)
      case 'state':
        return started().state()
    }
  }
  port.on('message', (question: Question) => {
    answer(question).then(
      (value) => port.postMessage({ ok: true, value } satisfies Answer, moved(value)),
      (thrown: unknown) => port.postMessage({ ok: false, message: String(thrown) } satisfies Answer),
    )
  })
}

/** The other end: a thread that runs `script`, which must call serveThisThread. */
export class ShardThread {
  private readonly worker: Worker

  constructor(script: string) {
    this.worker = new Worker(new URL(script))
  }

  ask<Name extends keyof Questions>(name: Name, request: Questions[Name]['request']): Promise<Questions[Name]['answer']> {
    return new Promise((resolve, reject) => {
      const settle = (work: () => void): void => {
        this.worker.off('message', onMessage)
        this.worker.off('error', onError)
        work()
      }
      const onMessage = (answer: Answer): void =>
        settle(() => {
          if (answer.ok) resolve(answer.value as Questions[Name]['answer'])
          else reject(new Error(answer.message))
        })
      const onError = (error: Error): void => settle(() => reject(error))
      this.worker.on('message', onMessage)
      this.worker.on('error', onError)
      this.worker.postMessage({ name, request })
    })
  }

  end(): void {
    void this.worker.terminate()
  }
}

/** True in a thread that was started as a shard; it then serves and does nothing else. */
export function serveThisThread(): boolean {
  if (parentPort === null) return false
  serveShard(parentPort)
  return true
}
