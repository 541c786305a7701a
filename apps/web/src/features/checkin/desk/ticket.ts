import { readScannedCode } from '@shiloh/contract/checkin/checkin'

/** Whether a scan is of a ticket's QR code, which is that of one person. Without its text, a device cannot draw one. */
export const isTicket = (scanned: string | null): scanned is string =>
  scanned !== null && readScannedCode(scanned).kind === 'qr'
