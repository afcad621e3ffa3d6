/**
 * The mark: three notes stacked on one stem, an accord of base, heart and top. Decorative beside the name.
 */
export function Logo({ size = 30 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <ellipse cx="13" cy="25" rx="9.4" ry="4.4" fill="var(--family-1)" transform="rotate(-14 13 25)" />
      <ellipse cx="14.6" cy="16" rx="7.4" ry="3.9" fill="var(--family-4)" transform="rotate(-14 14.6 16)" />
      <ellipse cx="16.4" cy="8" rx="5.2" ry="3.2" fill="var(--family-7)" transform="rotate(-14 16.4 8)" />
      <path d="M22.2 23.2V3" stroke="var(--ink)" strokeWidth="1.8" strokeLinecap="round" fill="none" />
    </svg>
  );
}
