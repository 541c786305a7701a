import { Button } from '@mantine/core'
import type { Direction } from '@shiloh/contract/checkin/scans'
import { IconBulb, IconBulbOff, IconCamera, IconCameraOff, IconKeyboard } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useT } from '#platform/i18n'
import { texts } from '../texts.ts'
import classes from './camera.module.css'
import { type CameraState, useCamera } from './use-camera.ts'

function Words({ icon, title, hint, action }: { icon: ReactNode; title: string; hint: string; action?: ReactNode }) {
  return (
    <div className={classes.words}>
      {icon}
      <h2>{title}</h2>
      {/* It changes for each scan. */}
      <p aria-live="off">{hint}</p>
      {action}
    </div>
  )
}

interface CameraStageProps {
  isReading: boolean
  isSending: boolean
  direction: Direction
  onRead: (text: string) => void
}

const troubles: readonly CameraState[] = ['blocked', 'missing', 'busy', 'insecure', 'failed']

/** The camera view with a frame for the code, or an explanation if there is no camera. */
export function CameraStage({ isReading, isSending, direction, onRead }: CameraStageProps) {
  const t = useT(texts)
  const video = useRef<HTMLVideoElement>(null)
  const { state, retry, torch } = useCamera({ video, isReading, purpose: direction, onRead })
  const trouble = troubles.includes(state) && state !== 'on' && state !== 'starting' ? state : undefined
  const hint = () => {
    if (isSending) return t('sending')
    if (state === 'starting') return t('camera_starting')
    return t(direction === 'in' ? 'hold_code' : 'hold_code_out')
  }
  return (
    <div className={classes.camera}>
      <video ref={video} playsInline muted aria-hidden="true" tabIndex={-1} />
      <div aria-live="polite" className={classes.said}>
        {trouble ? (
          <Words
            icon={<IconCameraOff size={40} stroke={1.5} aria-hidden />}
            title={t(`camera_${trouble}`)}
            hint={isSending ? t('sending') : t(`camera_${trouble}_hint`)}
            action={
              trouble === 'insecure' ? null : (
                <button type="button" className={classes.button} onClick={retry}>
                  {t('camera_retry')}
                </button>
              )
            }
          />
        ) : (
          <>
            <div className={classes.frame} data-quiet={isSending || undefined}>
              <i />
              <i />
              <i />
              <i />
            </div>
            <p className={classes.hint}>{hint()}</p>
          </>
        )}
      </div>
      {torch && !trouble ? (
        <button type="button" className={classes.torch} aria-pressed={torch.isOn} onClick={torch.switch}>
          {torch.isOn ? <IconBulb size={20} aria-hidden /> : <IconBulbOff size={20} aria-hidden />}
          {t('torch')}
        </button>
      ) : null}
    </div>
  )
}

/** For a desk that types codes or has a scanner that does. */
export function NoCameraStage({ isSending, onStart }: { isSending: boolean; onStart: () => void }) {
  const t = useT(texts)
  return (
    <div className={classes.camera}>
      <Words
        icon={<IconKeyboard size={40} stroke={1.5} aria-hidden />}
        title={t('typing')}
        hint={isSending ? t('sending') : t('typing_hint')}
        action={
          <Button variant="default" leftSection={<IconCamera size={20} aria-hidden />} onClick={onStart}>
            {t('use_camera')}
          </Button>
        }
      />
    </div>
  )
}
