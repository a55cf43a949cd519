// How often the page follows a run under way, in milliseconds. Nobody reads what changes faster, and drawing takes from training
// where there is no core to spare: `npm run check -- workbench` measures how much.

const spare = navigator.hardwareConcurrency > 2

export const TOKEN_PACE = spare ? 400 : 1500
export const CHART_PACE = spare ? 300 : 1000
/** Counts of states, progress and all else that every batch of events changes: each change is a frame, and frames cost most. */
export const SCREEN_PACE = spare ? 100 : 400
/** A turn's time on view while a game is followed. */
export const BOARD_PACE = spare ? 500 : 1000
/** At most four drawings of the timeline a second. */
export const TIMELINE_PACE = spare ? 250 : 2000
