import { QR_CORRECTION, qrText } from '@shiloh/contract/reservations/ticket-code'
import { useMemo } from 'react'
import { encode } from 'uqr'

/** A QR code as one path: black on white in any colour scheme, with a quiet zone of four modules. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(qrText(value), { ...QR_CORRECTION, border: 4 })
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size, path: squares.join('') }
  }, [value])
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
