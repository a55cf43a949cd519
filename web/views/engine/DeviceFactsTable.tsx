// What the browser tells of the device: its name, the features and limits that kernels meet.

import { Fragment } from 'react'
import { useWorkbench } from '../../state/use-workbench.ts'
import { adapterName, isSoftware } from '../../text/device-line.ts'
import { LIMIT_WORDS } from '../../text/engine.ts'
import { bytes, whole } from '../../text/numbers.ts'
import { adviseOn } from '../../text/webgpu-advice.ts'
import { Remark } from '../../ui/Notice.tsx'

/** The features that kernels or measurements can use; the report names them all. */
const USED_FEATURES = ['subgroups', 'shader-f16', 'timestamp-query'] as const

export function DeviceFactsTable() {
  const device = useWorkbench((state) => state.device)
  if (device.kind === 'asking') return <p className="small faint">Looking for a GPU</p>
  const { facts } = device
  const advice = adviseOn(facts)
  if (facts.adapter === null) return advice === null ? null : <Remark>{advice.sentence}</Remark>
  return (
    <dl className="facts facts-wide small">
      <dt>Adapter</dt>
      <dd>{adapterName(facts.adapter)}</dd>
      <dt>Who does the work</dt>
      <dd>{isSoftware(facts.adapter) ? 'the processor (software adapter)' : 'the GPU'}</dd>
      {Object.entries(facts.limits ?? {}).map(([name, value]) => (
        <Limit key={name} name={name} value={value} />
      ))}
      {USED_FEATURES.map((feature) => (
        <Fragment key={feature}>
          <dt>{feature}</dt>
          <dd>{facts.features?.includes(feature) === true ? 'yes' : 'no'}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

function Limit({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <>
      <dt>{LIMIT_WORDS[name] ?? name}</dt>
      <dd>{/Size$/.test(name) ? bytes(value) : whole(value)}</dd>
    </>
  )
}
