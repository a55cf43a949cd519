// What the browser says about its GPU, as plain facts. Who asks is web/commands/probe-device.ts; what to say
// about the answer is web/text/webgpu-advice.ts.

export interface DeviceFacts {
  readonly secure: boolean
  readonly api: boolean
  readonly adapter: { readonly vendor: string; readonly architecture: string; readonly description: string; readonly fallback: boolean } | null
  /** What the adapter could give: names of features, and the limits that kernels meet. */
  readonly features?: readonly string[]
  readonly limits?: Readonly<Record<string, number>>
  readonly userAgent: string
  readonly platform: string
  readonly touch: boolean
}

export type DeviceReport = { readonly kind: 'asking' } | { readonly kind: 'known'; readonly facts: DeviceFacts }
