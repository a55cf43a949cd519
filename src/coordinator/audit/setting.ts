// What the parts of an audit share. Types only.

import type { AgentId } from '../../environments/contract.ts'
import type { HostSetting } from '../episode-plan.ts'
import type { CheckName, ViolationName } from './findings.ts'

/** What is audited: the rules, their settings, and how text becomes tokens. */
export type AuditSetting = Pick<HostSetting, 'definition' | 'config' | 'split' | 'tokenizer'>

export interface Facts {
  readonly expected: string
  readonly found: string
  readonly sentence: string
}

/** Counts a comparison that held, or reports it in an agent's name, or in nobody's. */
export type Report = (check: CheckName, holds: boolean, name: ViolationName, agent: AgentId | null, facts: () => Facts) => void

/** What the seat of an agent was meant to read throughout, where something was pinned. */
export type Pinned = (agent: AgentId) => { readonly hash: string; readonly version: number } | null
