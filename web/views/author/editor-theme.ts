// How code looks: the page's own colours, as custom properties, so that both themes hold. Meaning colours stay with their meaning;
// code is told apart by weight, slant and the two inks, and by one colour for what is literal.

import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const looks = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--raised)', fontSize: 'var(--code-size)', height: '100%' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', fontFeatureSettings: '"liga" 0, "calt" 0' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '.cm-gutters': { color: 'var(--ink-faint)', backgroundColor: 'var(--sunken)', border: '0', borderRight: '1px solid var(--rule)' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 10px', fontVariantNumeric: 'tabular-nums' },
  '.cm-activeLine': { backgroundColor: 'var(--accent-tint)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--accent-tint)', color: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--code-selection)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-tint)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'transparent', outline: '1px solid var(--edge)' },
  '.cm-foldPlaceholder': { color: 'var(--ink-soft)', backgroundColor: 'var(--sunken)', border: '1px solid var(--rule)' },
  '.cm-tooltip': {
    color: 'var(--ink)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--rule)',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '16em' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px', lineHeight: '1.5' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { color: 'var(--on-accent)', backgroundColor: 'var(--accent)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-tooltip .cm-completionInfo': { padding: '6px 10px', maxWidth: '360px' },
  '.cm-diagnostic': { padding: '5px 10px', borderLeft: '3px solid var(--failed)', fontFamily: 'var(--sans)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--failed) 1px',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-lint-marker-error': { content: 'normal', width: '9px', height: '9px', borderRadius: '50%', backgroundColor: 'var(--failed)' },
  '.cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--sunken)', borderColor: 'var(--rule)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--rule)' },
  '.cm-textfield': { color: 'var(--ink)', backgroundColor: 'var(--raised)', border: '1px solid var(--edge)', borderRadius: 'var(--radius)', font: 'inherit' },
  '.cm-button': {
    color: 'var(--ink)',
    backgroundImage: 'none',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--edge)',
    borderRadius: 'var(--radius)',
    font: 'inherit',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--code-match)' },
  '.cm-searchMatch-selected': { outline: '1px solid var(--accent)' },
})

const words = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.escape], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.self], color: 'var(--code-number)' },
  { tag: [tags.typeName, tags.className, tags.namespace], color: 'var(--code-type)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], fontWeight: '600' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--ink-faint)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.bracket, tags.operator], color: 'var(--ink-soft)' },
  { tag: tags.invalid, color: 'var(--failed)' },
])

export const editorTheme: Extension = [looks, syntaxHighlighting(words)]
