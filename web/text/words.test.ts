import { describe, expect, it } from 'vitest'
import { adapterName, deviceLine, isSoftware } from './device-line.ts'
import { bytes, fixed, signed, significant, whole } from './numbers.ts'
import { roughly } from './run-words.ts'
import { adviseOn } from './webgpu-advice.ts'

const facts = (userAgent: string, more: Partial<Parameters<typeof adviseOn>[0]> = {}) => ({
  secure: true,
  api: false,
  adapter: null,
  userAgent,
  platform: '',
  touch: false,
  ...more,
})
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const FIREFOX_LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const FIREFOX_WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const SAFARI_MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
const CHROME_IOS = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1'

describe('advice without WebGPU', () => {
  it('is one sentence for this browser on this system', () => {
    expect(adviseOn(facts(FIREFOX_WINDOWS))?.sentence).toContain('Firefox to version 141')
    expect(adviseOn(facts(FIREFOX_LINUX))?.sentence).toContain('open this page in Chrome')
    expect(adviseOn(facts(SAFARI_MAC))?.sentence).toContain('macOS 26')
    expect(adviseOn(facts(SAFARI_MAC, { touch: true }))?.sentence).toContain('iPadOS 26')
    expect(adviseOn(facts(CHROME_IOS))?.sentence).toContain('iOS')
    for (const agent of [CHROME, FIREFOX_LINUX, FIREFOX_WINDOWS, SAFARI_MAC, CHROME_IOS, 'unknown']) {
      expect(adviseOn(facts(agent))?.sentence.match(/[.]$/)?.length).toBe(1)
    }
  })

  it('tells a missing interface from a missing adapter, and an insecure page from both', () => {
    expect(adviseOn(facts(CHROME))?.code).toBe('GPU_MISSING')
    expect(adviseOn(facts(CHROME, { api: true }))?.code).toBe('GPU_NO_ADAPTER')
    expect(adviseOn(facts(CHROME, { api: true }))?.sentence).toContain('--use-angle=vulkan')
    expect(adviseOn(facts(CHROME, { secure: false }))?.sentence).toContain('https')
  })

  it('is silent when there is an adapter', () => {
    expect(adviseOn(facts(CHROME, { adapter: { vendor: 'nvidia', architecture: 'hopper', description: '', fallback: false } }))).toBeNull()
  })
})

describe('the device line', () => {
  const software = { vendor: 'google', architecture: 'swiftshader', description: '', fallback: false }
  it('names software adapters as such', () => {
    expect(isSoftware(software)).toBe(true)
    expect(adapterName(software)).toBe('SwiftShader')
    expect(deviceLine(facts(CHROME, { adapter: software }), 'wgsl', null)).toContain('software adapter')
    expect(deviceLine(facts(CHROME, { adapter: software }), 'wgsl', 2140)).toContain('A step takes 2.1 s here.')
  })
  it('says when the processor trains, and why', () => {
    expect(deviceLine(facts(CHROME, { adapter: software }), 'auto', null)).toContain('SwiftShader is a software adapter')
    expect(deviceLine(facts(FIREFOX_LINUX), 'auto', null)).toContain('this browser offers no WebGPU')
    expect(deviceLine(facts(CHROME, { api: true }), 'auto', null)).toContain('no GPU answers')
    expect(deviceLine(facts(CHROME), 'cpu', null)).toContain('as chosen in the settings')
    expect(deviceLine(facts(CHROME), 'wgsl', null)).toBe('')
  })
  it('names a GPU by what the browser tells of it', () => {
    expect(adapterName({ vendor: 'nvidia', architecture: 'hopper', description: '', fallback: false })).toBe('nvidia hopper')
    expect(adapterName({ vendor: '', architecture: '', description: '', fallback: false })).toBe('an unnamed GPU')
  })
})

describe('numbers as people read them', () => {
  it('carry a true minus, a sign where asked, and units', () => {
    expect([fixed(-0.123, 2), fixed(-0.001, 2), signed(0.5, 2), signed(0, 1)]).toEqual(['−0.12', '0.00', '+0.50', '0.0'])
    expect([significant(0.000012), significant(0.0456), significant(12.34), significant(0)]).toEqual(['1.2e−5', '0.046', '12.3', '0'])
    expect([bytes(900), bytes(2048), bytes(64 * 1024 * 1024)]).toEqual(['900 B', '2.0 KiB', '64 MiB'])
    expect(whole(1_234_567)).toBe('1\u00a0234\u00a0567')
  })
  it('never promise an exact time', () => {
    expect([roughly(4000), roughly(31_000), roughly(200_000), roughly(5_500_000)]).toEqual([
      'a few seconds',
      'about 30 seconds',
      'about 3 minutes',
      'about 1.5 hours',
    ])
  })
})
