// How an estimate of time is said: never as exact, always with what it is judged by.

import { roughly } from './run-words.ts'

export function estimateWords(milliseconds: number, recorded: boolean): string {
  return `Would take ${roughly(milliseconds)}, judged by ${recorded ? 'the recording; this device may be faster or slower' : 'the run on view'}.`
}
