// What a user may see when something fails: a code, one sentence, and the next step. The code crosses workers
// and is what tests assert on. Knows nothing of where the error is shown.

/** Every code, grouped by the part that raises it. */
export type ErrorCode =
  // device
  | 'GPU_MISSING'
  | 'GPU_NO_ADAPTER'
  | 'GPU_NO_DEVICE'
  | 'GPU_LIMIT'
  | 'GPU_LOST'
  | 'GPU_OUT_OF_MEMORY'
  | 'GPU_VALIDATION'
  | 'CPU_MISSING'
  // model files
  | 'MODEL_CONFIG_INVALID'
  | 'MODEL_UNSUPPORTED'
  | 'WEIGHTS_CORRUPT'
  | 'WEIGHTS_TRUNCATED'
  | 'WEIGHTS_MISSING_TENSOR'
  | 'WEIGHTS_SHAPE'
  | 'WEIGHTS_HASH'
  | 'TOKENIZER_INVALID'
  | 'TOKENIZER_MISMATCH'
  | 'DOWNLOAD_FAILED'
  // adapters
  | 'ADAPTER_INVALID'
  | 'ADAPTER_MISMATCH'
  | 'ADAPTER_UNKNOWN'
  | 'ADAPTER_CANARY'
  | 'CHECKPOINT_UNKNOWN'
  | 'CHECKPOINT_CORRUPT'
  // service
  | 'MEMORY_PLAN'
  | 'CLIENT_LIMIT'
  | 'ENGINE_BUSY'
  | 'DATUM_INVALID'
  | 'SAMPLE_INVALID'
  | 'CONTEXT_OVERFLOW'
  | 'PICTURE_UNSUPPORTED'
  | 'PICTURE_INVALID'
  | 'CANCELLED'
  | 'WORKER_DEAD'
  | 'NOT_FINITE'
  // runs and records
  | 'SPEC_INVALID'
  | 'PRESET_UNKNOWN'
  | 'ENVIRONMENT_INVALID'
  | 'ENVIRONMENT_UNKNOWN'
  | 'DATA_SET_INVALID'
  | 'DATA_SET_MISSING'
  | 'RECORD_INVALID'
  | 'RECORD_VERSION'
  | 'RUN_PINNED'
  | 'STORE_QUOTA'
  | 'STORE_BUSY'
  | 'STORE_FAILED'
  // authored environments
  | 'SANDBOX_SOURCE'
  | 'SANDBOX_LIMIT'
  | 'SANDBOX_DATA'
  | 'SANDBOX_THREW'
  // links
  | 'LINK_INVALID'
  | 'LINK_VERSION'
  | 'LINK_TOO_LARGE'
  | 'BUNDLE_INVALID'
  | 'BUNDLE_VERSION'
  | 'BUNDLE_TOO_LARGE'
  | 'BUNDLE_HASH'
  // commands
  | 'ARGUMENT_INVALID'
  | 'BROWSER_MISSING'
  | 'INTERNAL'

export interface ErrorData {
  readonly code: ErrorCode
  /** One sentence that says what is wrong, with the offending value. */
  readonly message: string
  /** One sentence that says what to do now. */
  readonly nextStep: string
  /** The setting, file or field that mends it, when there is one: `spec.groupSize`, `model.safetensors`. */
  readonly at?: string
}

/** An error with a code. Extends Error so that it can be thrown at an edge; `toData` crosses a worker. */
export class TokenloomError extends Error implements ErrorData {
  override readonly name = 'TokenloomError'
  readonly code: ErrorCode
  readonly nextStep: string
  readonly at?: string

  constructor(data: ErrorData, options?: { cause?: unknown }) {
    super(data.message, options)
    this.code = data.code
    this.nextStep = data.nextStep
    if (data.at !== undefined) this.at = data.at
  }

  toData(): ErrorData {
    return { code: this.code, message: this.message, nextStep: this.nextStep, ...(this.at === undefined ? {} : { at: this.at }) }
  }
}

export function tokenloomError(code: ErrorCode, message: string, nextStep: string, at?: string): TokenloomError {
  return new TokenloomError({ code, message, nextStep, ...(at === undefined ? {} : { at }) })
}

/** How browsers say that a script of the page did not come: Chromium, Firefox, Safari, and Vite for its styles. */
const PART_MISSING = /dynamically imported module|Importing a module script failed|Unable to preload CSS/

/** Whatever was thrown, as an error with a code: one of ours as it is, a part of the page that did not come, anything else as INTERNAL. */
export function toErrorData(thrown: unknown): ErrorData {
  if (thrown instanceof TokenloomError) return thrown.toData()
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  if (thrown instanceof Error && PART_MISSING.test(message)) {
    return {
      code: 'DOWNLOAD_FAILED',
      message: 'A part of the page could not be loaded: its host does not answer, or has a newer version of the page.',
      nextStep: 'Reload the page; a run under way can be continued from its last checkpoint.',
    }
  }
  return { code: 'INTERNAL', message, nextStep: 'This is a defect of Tokenloom: reload the page, and report the message with the steps before it.' }
}
