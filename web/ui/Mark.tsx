// The mark of Tokenloom: threads of three kinds, woven. The favicon (web/icon.svg) shows the same threads.

export function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="24" height="24" fill="none" strokeWidth="4" strokeLinecap="round" aria-hidden="true">
      <g stroke="var(--edge)">
        <path d="M8 3v10.5M8 21.5V29M24 3v10.5M24 21.5V29M16 3v2.5M16 13.5v5M16 26.5V29" />
      </g>
      <path stroke="var(--generating)" d="M3 9.5h1M12 9.5h17M3 22.5h17M28 22.5h1" />
      <path stroke="var(--interacting)" d="M3 16h9M20 16h9" />
    </svg>
  )
}
