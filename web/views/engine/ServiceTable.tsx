// Which engine answers, with which kernels and which base: what stands in the first event of a run.

import type { ServiceDescription } from '../../../src/service/index.ts'
import { VARIANT_UNKNOWN, VARIANT_WORDS } from '../../text/engine.ts'
import { whole } from '../../text/numbers.ts'

const SHORT_HASH = 12

export function ServiceTable({ service }: { readonly service: ServiceDescription }) {
  const { base } = service
  return (
    <>
      <dl className="facts facts-wide small">
        <dt>Engine</dt>
        <dd>{service.engine === 'cpu' ? service.device : `${service.engine.toUpperCase()}, ${service.device}`}</dd>
        <dt>Shaders</dt>
        <dd>
          <code title={service.shaderHash}>{service.shaderHash.slice(0, SHORT_HASH)}</code>
        </dd>
        <dt>Base</dt>
        <dd>
          {base.name}, {whole(base.parameters)} parameters, {base.contextTokens} tokens of context
        </dd>
        <dt>Weights</dt>
        <dd>
          <code title={base.hash}>{base.hash.slice(0, SHORT_HASH)}</code>
        </dd>
      </dl>
      <ul className="variants small">
        {Object.entries(service.variants).map(([operation, variant]) => (
          <li key={operation}>
            <strong>{operation}</strong>: {variant}
            <span className="soft"> {VARIANT_WORDS[operation] ?? VARIANT_UNKNOWN}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
