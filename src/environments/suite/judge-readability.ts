// What stands in the way of reading, as sentences, for the shell and the page alike. Knows only what was estimated (readability.ts).

import type { AlikeTurns, Readability } from './readability.ts'

const quoted = (text: string): string => JSON.stringify(text)

/** What a policy cannot know, as sentences; none where nothing stands in its way. */
export function judgeReadability({ text, base, twins }: Readability): readonly string[] {
  const shown = ({ example }: AlikeTurns): string => `the text ended in ${quoted(example ?? '')}`
  return [
    ...(twins === null ? [] : [`The base cannot tell the actions ${quoted(twins[0].trimEnd())} and ${quoted(twins[1].trimEnd())} apart: ${BASE_ALPHABET}`]),
    ...(text.hidden
      ? [
          `In ${text.differing} of ${text.alike} turns that read the same as another play, demonstrate() did something else there (${shown(text)}), and doing the same would earn less: what it goes by is not in what the agent reads. Write it into the prompt.`,
        ]
      : base.hidden && twins === null
        ? [
            `In ${base.differing} of ${base.alike} turns the base cannot tell the prompt from another, where demonstrate() did something else (${shown(base)}): ${BASE_ALPHABET}`,
          ]
        : []),
  ]
}

const BASE_ALPHABET = 'to it capital letters are all one letter. Write with small letters, digits and the signs + - * / = . , : ; | instead.'
