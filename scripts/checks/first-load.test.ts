import { expect, test } from 'vitest'
import { entryScripts, staticImports } from './first-load.ts'

test('module entries and preloads count, styles and icons do not', () => {
  const html = `<script type="module" crossorigin src="./assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="./assets/react-2.js">
    <link rel="stylesheet" href="./assets/index-3.css"><link rel="icon" href="./icon.svg">`
  expect(entryScripts(html)).toEqual(['assets/index-1.js', 'assets/react-2.js'])
})

test('static imports count, dynamic ones do not', () => {
  const source = `import { a } from './react-2.js'; export * from './more-4.js'; import('./charts-5.js')`
  expect(staticImports('assets/index-1.js', source)).toEqual(['assets/react-2.js', 'assets/more-4.js'])
})
