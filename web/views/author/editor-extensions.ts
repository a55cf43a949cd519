// What the editor knows and does: TypeScript, keys, and the language worker's answers as completion and hover. Its looks are
// editor-theme.ts; what does not fit is marked from outside.

import { autocompletion, type CompletionContext, type CompletionResult, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers } from '@codemirror/view'
import { completeSource, describeCompletion, explainCursor, explainSource } from '../../commands/author-language.ts'
import { EDITOR_LABEL } from '../../text/author.ts'
import { editorTheme } from './editor-theme.ts'

export interface EditorEvents {
  onText(text: string): void
  /** Ctrl-S: the text as a version. */
  onKeep(): void
}

/** CodeMirror's names for what TypeScript calls things; the others are drawn as text. */
const KINDS: Readonly<Record<string, string>> = {
  method: 'method',
  property: 'property',
  getter: 'property',
  function: 'function',
  'local function': 'function',
  const: 'constant',
  let: 'variable',
  var: 'variable',
  parameter: 'variable',
  'local var': 'variable',
  class: 'class',
  interface: 'interface',
  type: 'type',
  keyword: 'keyword',
  string: 'text',
}

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w$]+|\.|['"]/)
  if (word === null && !context.explicit) return null
  const source = context.state.doc.toString()
  const found = await completeSource(source, context.pos)
  if (found === null || context.aborted) return null
  return {
    from: found.from,
    validFor: /^[\w$-]*$/,
    options: found.options.map(({ label, kind }) => ({
      label,
      type: KINDS[kind] ?? 'text',
      info: async () => {
        const about = await describeCompletion(source, context.pos, label)
        return about === null ? null : explanationOf(about.signature, about.documentation)
      },
    })),
  }
}

function explanationOf(signature: string, documentation: string): HTMLElement {
  const box = document.createElement('div')
  box.className = 'code-explained'
  box.append(Object.assign(document.createElement('code'), { textContent: signature }))
  if (documentation !== '') box.append(Object.assign(document.createElement('p'), { textContent: documentation }))
  return box
}

const hover = hoverTooltip(async (view, position) => {
  const found = await explainSource(view.state.doc.toString(), position)
  if (found === null || found.signature === '') return null
  return { pos: found.from, end: found.to, above: true, create: () => ({ dom: explanationOf(found.signature, found.documentation) }) }
})

export function editorExtensions({ onText, onKeep }: EditorEvents): readonly Extension[] {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    lintGutter(),
    foldGutter(),
    history(),
    drawSelection(),
    EditorState.allowMultipleSelections.of(true),
    indentOnInput(),
    indentUnit.of('  '),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ override: [complete], icons: true }),
    highlightActiveLine(),
    highlightSelectionMatches(),
    javascript({ typescript: true }),
    hover,
    keymap.of([
      {
        key: 'Mod-s',
        preventDefault: true,
        run: () => {
          onKeep()
          return true
        },
      },
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
    EditorView.contentAttributes.of({
      'aria-label': EDITOR_LABEL,
      'aria-describedby': 'author-keys',
      tabindex: '0',
      spellcheck: 'false',
      autocapitalize: 'off',
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onText(update.state.doc.toString())
      if (update.selectionSet || update.docChanged) void explainCursor(update.state.doc.toString(), update.state.selection.main.head)
    }),
    editorTheme,
  ]
}
