// Columns that could not be recognised, to be named: which holds the problem, which the answer, which pictures, if any.

import { useState } from 'react'
import { nameColumns } from '../../commands/data-sets.ts'

export function NameColumns({ known }: { readonly known: readonly string[] }) {
  const [problem, setProblem] = useState(known[0] ?? '')
  const [answer, setAnswer] = useState(known[1] ?? known[0] ?? '')
  const [pictures, setPictures] = useState('')
  const choices = known.map((column) => <option key={column}>{column}</option>)
  return (
    <form
      className="data-fields"
      data-testid="data-columns"
      onSubmit={(event) => {
        event.preventDefault()
        void nameColumns({ problem, answer, pictures })
      }}
    >
      <label className="small">
        <span className="soft">Problem</span>
        <select className="input" value={problem} onChange={(event) => setProblem(event.target.value)}>
          {choices}
        </select>
      </label>
      <label className="small">
        <span className="soft">Answer</span>
        <select className="input" value={answer} onChange={(event) => setAnswer(event.target.value)}>
          {choices}
        </select>
      </label>
      <label className="small">
        <span className="soft">Pictures</span>
        <select className="input" value={pictures} onChange={(event) => setPictures(event.target.value)}>
          <option value="">none</option>
          {choices}
        </select>
      </label>
      <button type="submit" className="button button-primary">
        Read it so
      </button>
    </form>
  )
}
