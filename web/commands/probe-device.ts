// Asks the browser about its GPU, once, without making a device: the engine worker does that.

import type { DeviceFacts } from '../state/device-report.ts'
import { workbench } from '../state/workbench.ts'

export async function probeDevice(): Promise<DeviceFacts> {
  const gpu: GPU | undefined = 'gpu' in navigator ? navigator.gpu : undefined
  const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null)
  const facts: DeviceFacts = {
    secure: window.isSecureContext,
    api: gpu !== undefined,
    adapter:
      adapter == null
        ? null
        : {
            vendor: adapter.info.vendor,
            architecture: adapter.info.architecture,
            description: adapter.info.description,
            fallback: adapter.info.isFallbackAdapter,
          },
    ...(adapter == null ? {} : { features: [...adapter.features].sort(), limits: limitsOf(adapter.limits) }),
    userAgent: navigator.userAgent,
    platform: navigator.platform,
    touch: navigator.maxTouchPoints > 1,
  }
  workbench.setState({ device: { kind: 'known', facts } })
  return facts
}

/** The limits that the kernels of this page can meet. */
function limitsOf(limits: GPUSupportedLimits): Record<string, number> {
  return {
    maxBufferSize: limits.maxBufferSize,
    maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
    maxStorageBuffersPerShaderStage: limits.maxStorageBuffersPerShaderStage,
    maxComputeWorkgroupStorageSize: limits.maxComputeWorkgroupStorageSize,
    maxComputeInvocationsPerWorkgroup: limits.maxComputeInvocationsPerWorkgroup,
  }
}
