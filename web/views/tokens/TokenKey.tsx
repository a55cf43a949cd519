// The key to the chips: edge, fill, bar and end mark, each with its word.

import { Term } from '../../ui/Term.tsx'

export function TokenKey({ pictures }: { readonly pictures: boolean }) {
  return (
    <ul className="key" aria-label="How to read the tokens">
      <li>
        <span className="chip alone context">a</span> context
      </li>
      <li>
        <span className="chip alone wrote trained">a</span>
        <span>
          policy, <Term name="lossMask">trained on</Term>
        </span>
      </li>
      <li>
        <span className="chip alone environment">a</span> environment
      </li>
      {pictures && (
        <li>
          <span className="picture-rows" style={{ gridTemplateColumns: 'repeat(2, auto)' }}>
            {['a', 'b', 'c', 'd'].map((square) => (
              <span key={square} className="chip square context" />
            ))}
          </span>
          squares of a picture
        </li>
      )}
      <li>
        <span className="pushed up" style={{ '--size': '5px' } as React.CSSProperties}>
          <span className="chip wrote trained">a</span>
        </span>
        <span className="pushed down" style={{ '--size': '5px' } as React.CSSProperties}>
          <span className="chip wrote trained">a</span>
        </span>
        <span>
          <Term name="advantage">advantage</Term> above, below zero
        </span>
      </li>
      <li>
        <span className="end-mark" /> end
      </li>
      <li>
        <span className="end-mark" data-cut="true" /> cut short
      </li>
    </ul>
  )
}
