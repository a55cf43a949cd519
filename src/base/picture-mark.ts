// The one sign that several rooms must agree on and that a source in the sandbox writes too. Knows nothing of pictures.

/** Stands in a prompt's text where a picture belongs (Unicode's object replacement character), once for every picture. */
export const PICTURE_MARK = '\uFFFC'
