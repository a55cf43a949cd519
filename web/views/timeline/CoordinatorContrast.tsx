// A faulty coordinator caught in the act: two timelines of one seed, the sound coordinator's above, the faulty one's below with the
// auditor's findings where they happened, and the board of each. One clock moves both.

import { useEffect, useMemo, useRef, useState } from 'react'
import { selectMoment, watchFault } from '../../commands/navigate.ts'
import { leaveContrast, playContrast } from '../../commands/watch-fault.ts'
import type { Window } from '../../scene/timeline/window.ts'
import { placeOf } from '../../state/clock.ts'
import { type ContrastPlayed, type ContrastSetting, contrastMoments, FAULTS, findingsOf, TABLES } from '../../state/contrast.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { CONTRAST_WORDS, episodeOption, FAULT_WORDS } from '../../text/contrast.ts'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { ClockHands } from '../clock/ClockHands.tsx'
import { ContrastSideView } from './ContrastSideView.tsx'

/** A turn's time on view while playing, in milliseconds. */
const BEAT = 900

export function CoordinatorContrast({ setting }: { readonly setting: ContrastSetting }) {
  const contrast = useWorkbench((state) => state.contrast)
  useEffect(() => {
    void playContrast(setting)
  }, [setting])
  useEffect(() => leaveContrast, [])
  // What was played before stands for another setting.
  const ready = contrast.kind === 'shown' && contrast.setting === setting
  const change = (part: Partial<ContrastSetting>): void => watchFault({ ...setting, ...part })
  return (
    <section aria-labelledby="contrast-title" data-testid="contrast">
      <div className="token-bar">
        <h2 id="contrast-title">{CONTRAST_WORDS.title}</h2>
        <button type="button" className="button" onClick={() => watchFault(null)}>
          {CONTRAST_WORDS.close}
        </button>
      </div>
      <div className="section">
        <p className="small soft">{CONTRAST_WORDS.lead}</p>
        <div className="contrast-choices">
          <label>
            <span className="small soft">{CONTRAST_WORDS.fault}</span>
            <select
              className="input"
              value={setting.fault}
              onChange={(event) => change({ fault: FAULTS.find((one) => one === event.target.value) ?? setting.fault })}
            >
              {FAULTS.map((fault) => (
                <option key={fault} value={fault}>
                  {FAULT_WORDS[fault].title}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span className="small soft">{CONTRAST_WORDS.table}</span>
            <select
              className="input"
              value={setting.table}
              onChange={(event) => change({ table: TABLES.find(({ id }) => id === event.target.value)?.id ?? setting.table })}
            >
              {TABLES.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          <span className="contrast-seed small soft number">
            {CONTRAST_WORDS.seed} {setting.seed}
          </span>
          <button type="button" className="button" onClick={() => change({ seed: setting.seed + 1 })}>
            {CONTRAST_WORDS.another}
          </button>
        </div>
        <p>{FAULT_WORDS[setting.fault].what}</p>
      </div>
      {contrast.kind === 'failed' && (
        <div className="section">
          <ErrorNotice error={contrast.error} />
        </div>
      )}
      {contrast.kind !== 'failed' && !ready && <p className="section empty">{CONTRAST_WORDS.playing}</p>}
      {contrast.kind === 'shown' && ready && <Both key={JSON.stringify(contrast.setting)} played={contrast.played} fault={contrast.setting.fault} />}
    </section>
  )
}

function Both({ played, fault }: { readonly played: ContrastPlayed; readonly fault: ContrastSetting['fault'] }) {
  const place = useWorkbench((state) => state.place)
  const [playing, setPlaying] = useState(false)
  const [view, setView] = useState<Window | null>(null)
  const { showed, faulty } = played
  const episodes = useMemo(() => [...new Set(faulty.turns.turns.map(({ episode }) => episode))].sort((a, b) => a - b), [faulty])
  const episode = episodes.find((one) => one === place.episode) ?? showed[0] ?? episodes[0] ?? 0
  const moments = useMemo(() => contrastMoments(played, episode), [played, episode])
  const findings = useMemo(() => findingsOf(faulty, episode), [faulty, episode])
  const here = { episode, turn: place.episode === episode ? place.turn : null }
  const at = here.turn === null ? -1 : placeOf(moments, here)
  const go = (target: number): boolean => {
    const moment = moments[target]
    if (moment !== undefined) selectMoment(moment.episode, moment.turn)
    return moment !== undefined
  }
  const next = useRef(go)
  useEffect(() => {
    next.current = go
  })
  useEffect(() => {
    if (!playing) return
    const timer = setTimeout(() => {
      if (!next.current(at + 1)) setPlaying(false)
    }, BEAT)
    return () => clearTimeout(timer)
  }, [playing, at])

  const sides = { played, place: here, view, onView: setView, onPick: selectMoment }
  return (
    <>
      <div className="section clock-line">
        <ClockHands
          {...{ moments, at, playing }}
          disabled={moments.length === 0}
          onMove={(offset) => void go(at < 0 ? (offset === 1 ? 0 : moments.length - 1) : at + offset)}
          onPlay={() => {
            if (!playing && at >= moments.length - 1) go(0)
            setPlaying(!playing)
          }}
          onSet={(target) => void go(target)}
        />
        <select className="input timeline-episode" aria-label="Episode" value={episode} onChange={(event) => selectMoment(Number(event.target.value), null)}>
          {episodes.map((one) => (
            <option key={one} value={one}>
              {episodeOption(one, showed.includes(one))}
            </option>
          ))}
        </select>
      </div>
      {showed.length === 0 && <p className="section empty">{CONTRAST_WORDS.never}</p>}
      <ContrastSideView {...sides} side="sound" title={CONTRAST_WORDS.sound} />
      <ContrastSideView {...sides} side="faulty" title={FAULT_WORDS[fault].title} />
      {findings.length > 0 && (
        <section className="section" aria-labelledby="contrast-findings">
          <h3 id="contrast-findings">What the auditor found in episode {episode}</h3>
          <ul className="timeline-checks small">
            {findings.map(({ violation, turn }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: findings of a finished episode never move
              <li key={index}>
                <button type="button" className="button button-quiet" onClick={() => selectMoment(episode, turn?.turn ?? null)}>
                  Turn {turn?.turn ?? violation.turn}
                </button>{' '}
                {violation.sentence}{' '}
                <span className="soft">
                  Expected {violation.expected}, found {violation.found}.
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
