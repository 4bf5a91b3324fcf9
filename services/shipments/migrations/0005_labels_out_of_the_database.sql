-- contract: labels are in the document storage, and any of them can be drawn again
drop table labels;
