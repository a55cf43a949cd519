// What is said when the form and a run have different settings.

const MOST = 4

function list(titles: readonly string[]): string {
  const shown = titles.slice(0, MOST).join(', ')
  return titles.length > MOST ? `${shown} and ${titles.length - MOST} more` : shown
}

/** Null: what was written has an error. */
export function runningSettings(titles: readonly string[] | null): string {
  const differs = titles === null ? 'has an error' : `differs in ${list(titles)}`
  return `These are the settings of the run under way. What you had written ${differs}, and comes back when the run is over.`
}

export function otherSettings(titles: readonly string[] | null): string {
  return titles === null ? 'The run on view had other settings.' : `The run on view had other settings: ${list(titles)}.`
}
