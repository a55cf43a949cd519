// The editor as a component: it owns its text between changes from outside, tells every change, and marks what it is told does not
// fit. Knows nothing of files, checks or sandboxes.

import { setDiagnostics } from '@codemirror/lint'
import { EditorSelection, EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useImperativeHandle, useRef } from 'react'
import type { SourceMark } from '../../state/author.ts'
import { editorExtensions } from './editor-extensions.ts'

export interface EditorHandle {
  /** Brings a line on view, with the cursor in it. */
  goToLine(line: number): void
}

export interface CodeEditorProps {
  readonly text: string
  /** Another number means another text from outside; its history begins anew with another file. */
  readonly revision: number
  readonly file: string
  readonly marks: readonly SourceMark[]
  readonly handle: React.Ref<EditorHandle>
  readonly onText: (text: string) => void
  readonly onKeep: () => void
}

export function CodeEditor({ text, revision, file, marks, handle, onText, onKeep }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const events = useRef({ onText, onKeep })
  events.current = { onText, onKeep }

  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor a file; its text is handed over below
  useEffect(() => {
    if (place.current === null) return
    const extensions = editorExtensions({ onText: (typed) => events.current.onText(typed), onKeep: () => events.current.onKeep() })
    const created = new EditorView({ parent: place.current, state: EditorState.create({ doc: text, extensions: [...extensions] }) })
    view.current = created
    return () => {
      created.destroy()
      view.current = null
    }
  }, [file])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what came from outside is written into the editor
  useEffect(() => {
    const editor = view.current
    if (editor === null || editor.state.doc.toString() === text) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
  }, [revision])

  useEffect(() => {
    const editor = view.current
    if (editor === null) return
    const { length } = editor.state.doc
    const inside = marks.map(({ from, to, message }) => ({ from: Math.min(from, length), to: Math.min(to, length), severity: 'error' as const, message }))
    editor.dispatch(setDiagnostics(editor.state, inside))
  }, [marks])

  useImperativeHandle(handle, () => ({
    goToLine(line) {
      const editor = view.current
      if (editor === null) return
      const { from } = editor.state.doc.line(Math.max(1, Math.min(line, editor.state.doc.lines)))
      editor.dispatch({ selection: EditorSelection.cursor(from), effects: EditorView.scrollIntoView(from, { y: 'center' }) })
      editor.focus()
    },
  }))

  return <div ref={place} className="code-editor" data-testid="code-editor" />
}
