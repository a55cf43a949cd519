// An episode out of a link: the board where there is one, lanes of who acted when, every agent's tokens so far, and the way through it
// turn by turn.

import { useEffect } from 'react'
import type { EpisodeLink } from '../../../src/share/link.ts'
import { goToEpisodeFrame, leaveEpisode, playEpisode, playOn } from '../../commands/play-episode.ts'
import { GridBoard } from '../../scene/board/GridBoard.tsx'
import type { EpisodePlay } from '../../state/episode-play.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { movesWords } from '../../text/board.ts'
import { episodeEnd, PLAY_EPISODE } from '../../text/share.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { FigureView } from '../figure/FigureView.tsx'
import { HandAgent } from '../try/HandAgent.tsx'
import { EpisodeLanes } from './EpisodeLanes.tsx'

/** Pixels of a patch's side in the shipped bases that see. */
const PATCH = 8

export function EpisodePlayer({ link }: { readonly link: EpisodeLink }) {
  const play = useWorkbench((state) => state.episodePlay)
  useEffect(() => leaveEpisode, [])
  switch (play.kind) {
    case 'idle':
    case 'opening':
      return (
        <div className="share-buttons">
          <button type="button" className="button button-primary" disabled={play.kind === 'opening'} onClick={() => void playEpisode(link)}>
            <Icon name="play" />
            {play.kind === 'opening' ? 'Playing it again' : PLAY_EPISODE}
          </button>
        </div>
      )
    case 'failed':
      return <ErrorNotice error={play.error} />
    case 'shown':
      return <Shown play={play} />
  }
}

function Shown({ play: { episode, frame, playing } }: { readonly play: Extract<EpisodePlay, { readonly kind: 'shown' }> }) {
  const { frames, title, tokens } = episode
  const shown = frames[frame]
  const last = frames.length - 1
  if (shown === undefined) return null
  const label = `${title}, turn ${frame} of ${last}`
  return (
    <div className="episode-player" data-testid="episode-player">
      <fieldset className="button-row">
        <legend className="unseen">Turns of the episode</legend>
        <button type="button" className="button button-primary" disabled={last === 0} onClick={() => (playing ? goToEpisodeFrame(frame) : playOn())}>
          <Icon name={playing ? 'pause' : 'play'} />
          {playing ? 'Pause' : 'Play'}
        </button>
        <button type="button" className="button" disabled={frame === 0} onClick={() => goToEpisodeFrame(frame - 1)}>
          Previous
        </button>
        <button type="button" className="button" disabled={frame === last} onClick={() => goToEpisodeFrame(frame + 1)}>
          Next
        </button>
        <button type="button" className="button" disabled={frame === last} onClick={() => goToEpisodeFrame(last)}>
          Last
        </button>
      </fieldset>
      <p role="status" data-testid="episode-turn">
        <span className="number">
          Turn {frame} of {last}.
        </span>{' '}
        {movesWords(shown.turns)}. {shown.scene !== null && <span className="soft">{shown.scene.caption}</span>}
      </p>
      {frame === last && <p className="small soft">{episodeEnd(episode)}</p>}
      {shown.scene?.kind === 'grid' && <GridBoard scene={shown.scene} label={label} />}
      {shown.scene?.kind === 'figure' && <FigureView scene={shown.scene} label={label} patch={PATCH} />}
      <EpisodeLanes episode={episode} frame={frame} />
      {shown.agents.map(({ tokens: count, ...agent }) => (
        <HandAgent
          key={agent.agent}
          agent={{ ...agent, player: null, tokens: (tokens[agent.agent] ?? []).slice(0, count) }}
          alone={shown.agents.length === 1}
        />
      ))}
    </div>
  )
}
