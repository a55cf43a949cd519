// Which view is drawn: one paint behind the one that was asked for, so that the navigation answers a press before anything else happens. One
// value for the whole page, so that a zone and what stands in it change together.

import { createContext, useContext } from 'react'
import type { Tab } from '../state/address.ts'

export const ShownTab = createContext<Tab>('charts')

export const useShownTab = (): Tab => useContext(ShownTab)
