import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OperatorText } from './Legal.tsx';

const renderText = (text: string) => renderToStaticMarkup(createElement(OperatorText, { text }));

it('shows headings below the one title of the page, lists, tables, links and emphasis', () => {
  expect(
    renderText('# One\n\n## Two\n\n- a\n- **b**\n\n[Contact](/contact)').replace(/ (id|class)="[^"]*"/g, ''),
  ).toContain(
    '<h2>One</h2><h2>Two</h2><ul><li>a</li><li><strong>b</strong></li></ul><p><a href="/contact">Contact</a></p>',
  );
  expect(renderText('| What | When |\n|---|---|\n| a | b |')).toContain('<td>a</td><td>b</td>');
});

it('runs nothing and loads nothing from a hostile text', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<iframe src="https://example.com"></iframe>',
    '![a](https://example.com/pixel.png)',
    '[a](javascript:alert(1))',
    '[a](  JaVaScRiPt:alert(1))',
    '[a](data:text/html,<script>alert(1)</script>)',
    '<javascript:alert(1)>',
    '[a]: javascript:alert(1)\n\n[a]',
    '<a href="javascript:alert(1)">a</a>',
    '<svg onload=alert(1)>',
    '<style>*{display:none}</style>',
  ].map((text) => renderText(`Before\n\n${text}\n\nAfter`));
  for (const html of hostile) {
    expect(html).toContain('Before');
    expect(html).toContain('After');
    expect(html).not.toMatch(/<(script|img|iframe|svg|style|object|embed|form)/i);
    expect(html).not.toMatch(/href="\s*(javascript|data|vbscript):/i);
    expect(html).not.toMatch(/<[^>]+\son\w+=/i);
  }
});
