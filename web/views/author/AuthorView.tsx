// The view in which environments are written: the gallery until a file is open, then the editor with its checks, play and training
// below it.

import { lazy, useEffect, useMemo, useRef } from 'react'
import { checkSourceSoon } from '../../commands/author-check.ts'
import { readFiles, typeSource } from '../../commands/author-files.ts'
import { checkTypesSoon, leaveLanguage } from '../../commands/author-language.ts'
import { leaveSource } from '../../commands/author-leave.ts'
import { keepVersionNow } from '../../commands/author-versions.ts'
import { openFileOf } from '../../state/author.ts'
import { marksOfCheck } from '../../state/author-check.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { EDITOR_KEYS, EDITOR_LOADING } from '../../text/author.ts'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { Part } from '../Part.tsx'
import { AuthorPanels } from './AuthorPanels.tsx'
import type { EditorHandle } from './CodeEditor.tsx'
import { FileBar } from './FileBar.tsx'
import { Gallery } from './Gallery.tsx'
import { SourceProblems } from './SourceProblems.tsx'
import { Versions } from './Versions.tsx'

/** An editor is heavy, and the gallery is there without it. */
const CodeEditor = lazy(async () => ({ default: (await import('./CodeEditor.tsx')).CodeEditor }))

export function AuthorView() {
  const author = useWorkbench((state) => state.author)
  const store = useWorkbench((state) => state.store.kind)
  const editor = useRef<EditorHandle>(null)
  const { open, text, revision, types, problem, files } = author
  const file = openFileOf(author)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the store opens
  useEffect(() => void readFiles(), [store])
  useEffect(() => leaveLanguage, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was checked, played and planned belongs to one file
  useEffect(() => leaveSource, [open])
  const check = useWorkbench((state) => state.authorCheck)
  const marks = useMemo(() => [...types.marks, ...marksOfCheck(check, text)], [types.marks, check, text])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every text is checked, once nobody has typed for a moment
  useEffect(() => {
    if (open === null) return
    checkTypesSoon()
    checkSourceSoon()
  }, [open, text])
  if (files === null) return <p className="section small faint">Reading your files</p>
  return (
    <>
      {file === null ? (
        <Gallery files={files} />
      ) : (
        <section className="author" aria-label={`Editing ${file.name}`}>
          <FileBar file={file} />
          <Part waiting={<p className="small faint">{EDITOR_LOADING}</p>}>
            <CodeEditor
              key={file.id}
              file={file.id}
              text={text}
              revision={revision}
              marks={marks}
              handle={editor}
              onText={typeSource}
              onKeep={() => void keepVersionNow()}
            />
          </Part>
          <SourceProblems onLine={(line) => editor.current?.goToLine(line)} />
          <p id="author-keys" className="small faint author-keys">
            {EDITOR_KEYS}
          </p>
          <Versions />
          <AuthorPanels onLine={(line) => editor.current?.goToLine(line)} />
        </section>
      )}
      {problem !== null && (
        <div className="section">
          <ErrorNotice error={problem} />
        </div>
      )}
    </>
  )
}
