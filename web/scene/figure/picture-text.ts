// A text in which pictures are marked, as it is read beside them.

import { PICTURE_MARK } from '../../../src/base/picture-mark.ts'

export const withoutMarks = (text: string): string => text.replaceAll(PICTURE_MARK, '').trim()
