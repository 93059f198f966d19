/** @file What became of the lines of a submission, as a table: the outcomes add up to its file. */

import { Paper, Table, Title } from '@mantine/core';
import { type Account, lineOutcomes, linesOf, outcomeWords } from '../../src-shared/account.ts';
import { twiceInWords } from '../../src-shared/account-words.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { AccountBar, OutcomeSign } from '../progress/account-bar.tsx';
import { accountTexts } from '../texts/account.ts';
import { number } from '../wording.ts';
import classes from './account-panel.module.css';
import { LeftOutPart } from './left-out-part.tsx';

interface AccountPanelProps {
  id: SubmissionRow['id'];
  account: Account;
  /** Of the first file of a story, with all that corrects it. */
  together: Account | undefined;
  /** How many of its lines the service has processed twice. */
  doubled: number | undefined;
}

export function AccountPanel({ id, account, together, doubled }: AccountPanelProps) {
  const { leftOut } = together ?? account;
  const columns = [account, ...(together === undefined ? [] : [together])];
  const shown = lineOutcomes.filter(
    (outcome) => columns.some((one) => one[outcome] > 0) || outcome === 'accepted' || outcome === 'rejected',
  );
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={accountTexts.title}>
      <Title order={2} size="h5" mb={8}>
        {accountTexts.title}
      </Title>
      <AccountBar account={together ?? account} height="panel" />
      <Table verticalSpacing={4} horizontalSpacing={0} mt={8} className={classes['table'] ?? ''}>
        <caption className="unseen">{accountTexts.title}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{accountTexts.outcome}</Table.Th>
            <Table.Th scope="col">{accountTexts.transactions}</Table.Th>
            {together !== undefined && <Table.Th scope="col">{accountTexts.together}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((outcome) => (
            <Table.Tr key={outcome} data-outcome={outcome} data-is-none={columns.every((one) => one[outcome] === 0)}>
              <Table.Th scope="row">
                <OutcomeSign outcome={outcome} />
                {outcomeWords[outcome]}
              </Table.Th>
              <Table.Td>{number(account[outcome])}</Table.Td>
              {together !== undefined && <Table.Td>{number(together[outcome])}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">{accountTexts.whole}</Table.Th>
            <Table.Td>{number(linesOf(account))}</Table.Td>
            {together !== undefined && <Table.Td>{number(linesOf(together))}</Table.Td>}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
      {leftOut > 0 && <LeftOutPart key={leftOut} id={id} />}
      {doubled !== undefined && <p className={classes['doubled']}>{twiceInWords(doubled)}</p>}
    </Paper>
  );
}
