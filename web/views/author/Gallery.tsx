// What one can begin with: the files of this browser, the templates, the bare contract, a file from elsewhere.

import { useEffect, useRef, useState } from 'react'
import { createFile, importFiles, openFile } from '../../commands/author-files.ts'
import { readTemplates, type Template } from '../../commands/author-templates.ts'
import type { AuthorFile } from '../../state/author.ts'
import { BARE_SOURCE, FROM_SCRATCH, GALLERY_LEAD } from '../../text/author.ts'

export function Gallery({ files }: { readonly files: readonly AuthorFile[] }) {
  const [templates, setTemplates] = useState<readonly Template[]>([])
  const picker = useRef<HTMLInputElement>(null)
  useEffect(() => {
    let gone = false
    void readTemplates().then((read) => {
      if (!gone) setTemplates(read)
    })
    return () => {
      gone = true
    }
  }, [])
  return (
    <>
      <section className="section" aria-labelledby="author-title">
        <h2 id="author-title" className="section-head">
          Author an environment
        </h2>
        <p className="soft author-lead">{GALLERY_LEAD}</p>
        <div className="author-start">
          <button type="button" className={files.length === 0 ? 'button button-primary' : 'button'} onClick={() => void createFile('My task', BARE_SOURCE)}>
            {FROM_SCRATCH}
          </button>
          <button type="button" className="button button-quiet" onClick={() => picker.current?.click()}>
            Open a file
          </button>
          <input
            ref={picker}
            type="file"
            accept=".ts,.js,text/plain"
            multiple
            hidden
            aria-label="A TypeScript file with an environment"
            onChange={(event) => {
              void importFiles([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
        </div>
      </section>
      {files.length > 0 && (
        <section className="section" aria-labelledby="author-files">
          <h2 id="author-files" className="section-head">
            Your files
          </h2>
          <ul className="author-cards" data-testid="author-files">
            {files.map(({ id, name, changed, forkOf }) => (
              <li key={id}>
                <button type="button" className="author-card" onClick={() => openFile(id)}>
                  <strong>{name}</strong>
                  <span className="small soft">
                    {forkOf === null ? '' : `From ${forkOf}. `}
                    {new Date(changed).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="section" aria-labelledby="author-templates">
        <h2 id="author-templates" className="section-head">
          Templates
        </h2>
        <ul className="author-cards">
          {templates.map(({ name, title, summary, source }) => (
            <li key={name}>
              <button type="button" className="author-card" onClick={() => void createFile(title, source)}>
                <strong>{title}</strong>
                <span className="small soft">{summary}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
