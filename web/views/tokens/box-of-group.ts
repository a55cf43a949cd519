// Where a group stands in the token view: its own box, or the box that stands for it and its neighbours while they are far from the view.

export const boxOfGroup = (group: number): Element | null => document.querySelector(`[data-group="${group}"], [data-groups~="${group}"]`)
