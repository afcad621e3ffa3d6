import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useSnapshot } from 'valtio';
import { Tabs } from '../../../../ui/controls/Tabs.tsx';
import { isKind, KINDS, LIST_NAMES, tabLabel, type Kind } from '../../domain/kinds.ts';
import { counts } from '../../state/list.ts';
import type { OneItem } from '../../state/log.ts';
import { List } from './List.tsx';
import { Log } from './Log.tsx';
import { Reason } from './Reason.tsx';
import { Tray } from './Tray.tsx';
import styles from './Desk.module.css';

type Tab = Kind | 'log';

/** The tab in the address: `?tab=orders`. */
const tabIn = (search: string): Tab => {
  const asked = new URLSearchParams(search).get('tab');
  return KINDS.find((kind) => wordOf(kind) === asked) ?? (asked === 'log' ? 'log' : 'order');
};
const wordOf = (tab: Tab): string => (isKind(tab) ? LIST_NAMES[tab].toLowerCase() : tab);

/** The lists of the desk and its log as tabs, with what was done last below them. */
export function DeskTabs() {
  const tab = tabIn(useSearch());
  const [, navigate] = useLocation();
  const { fresh } = useSnapshot(counts);
  const [history, setHistory] = useState<OneItem | null>(null);
  const open = (next: Tab) => navigate(`/desk?tab=${wordOf(next)}`, { replace: true });
  return (
    <div className={styles.tabs}>
      <Tabs<Tab>
        label="Desk"
        value={tab}
        onChange={(next) => {
          setHistory(null);
          open(next);
        }}
        tabs={[
          ...KINDS.map((kind) => ({
            value: kind,
            label: tabLabel(kind, fresh[kind]),
            panel: (
              <List
                key={kind}
                kind={kind}
                onHistory={(item) => {
                  setHistory(item);
                  open('log');
                }}
              />
            ),
          })),
          { value: 'log' as const, label: 'Log', panel: <Log of={history} onAll={() => setHistory(null)} /> },
        ]}
      />
      <Tray onList={tab !== 'log'} />
      <Reason />
    </div>
  );
}
